import type { ToolDefinition } from "../contract/definition.ts";
import type { PoolEntry } from "../contract/hook.ts";
import { wireSchema } from "./wire-schema.ts";

/** Gives a tool as the model reads it: made when it is first asked for, and the same object from then on. */
export function wireDefinition({ tool, description }: PoolEntry): () => ToolDefinition {
  let made: ToolDefinition | undefined;
  return () => {
    made ??= Object.freeze({
      name: tool.name,
      description: description ?? tool.description,
      input_schema: wireSchema(tool.input),
      ...(tool.flags.strict && { strict: true as const }),
    });
    return made;
  };
}
