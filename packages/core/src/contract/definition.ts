/** A tool as the model reads it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
  /** The model server keeps it from the model until a tool reference in the conversation names it. */
  readonly defer_loading?: true;
  /** The model server is asked to let the model write only inputs that fit. Nothing rests on it. */
  readonly strict?: true;
}

/** `format` of a string property that holds a file path. It is ours: made absolute at the gate, not sent to models. */
export const PATH_FORMAT = "path";
