/** A tool that is not shown to the model, and why. */
export interface HiddenTool {
  readonly tool: string;
  readonly why: string;
}
