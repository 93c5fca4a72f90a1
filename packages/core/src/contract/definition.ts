/** A tool as the model reads it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
}

/** `format` of a string property that holds a file path. It is ours: made absolute at the gate, not sent to models. */
export const PATH_FORMAT = "path";
