import type { ToolDefinition } from "../contract/definition.ts";
import type { HiddenTool } from "../contract/event.ts";
import type { RegisteredTool } from "../tool/registry.ts";

/** The tools of a session as the model sees them: frozen, in a stable order. */
export interface ToolPool {
  readonly entries: readonly RegisteredTool[];
  readonly definitions: readonly ToolDefinition[];
  readonly hidden: readonly HiddenTool[];
  /** The tool that answers to a name or alias, if it is in the pool. */
  find(name: string): RegisteredTool | undefined;
}
