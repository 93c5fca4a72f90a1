import {
  defineTool,
  type ExecuteContext,
  MAX_TIMER_MS,
  type ResultContent,
  type Tool,
  visibleText,
} from "@gauntlet/core";
import { readCallResult } from "./call-result.ts";
import { inputSchemaOf } from "./judge-tool.ts";
import { LIMITS } from "./limits.ts";
import { toolName } from "./names.ts";
import type { SaveFile } from "./save-file.ts";
import type { Progress } from "./sdk-client.ts";
import type { ServerConfig } from "./server-config.ts";
import type { ForeignTool } from "./tool-definition.ts";

/** What the tools of one server go through. */
export interface ServerDoor {
  readonly config: ServerConfig;
  /** Whether this server's claims are believed: a person said so, and what it lists is what they approved. */
  readonly isTrusted: boolean;
  /**
   * Contacts the server if nobody has, and compares what it lists with what was approved.
   * @returns why the tool must not be called; undefined when it is as it was approved.
   */
  refusalOf(tool: ForeignTool): Promise<string | undefined>;
  /** Why the server cannot be used now; undefined when it can. */
  unreachable(): Promise<string | undefined>;
  /** Sends the call, if the tool is still as it was approved. @throws Error for the model to read. */
  call(tool: ForeignTool, input: unknown, ctx: ExecuteContext): Promise<Readonly<Record<string, unknown>>>;
  readonly saveFile: SaveFile;
}

/** At most one report of progress in this time, in milliseconds. */
const PROGRESS_EVERY = 200;

/**
 * A tool of a server as a tool of ours. Its effects stay unknown, so every call needs a rule that names it or its
 * server, or a person. What its annotations claim counts only for a trusted server.
 */
export function createServerTool(tool: ForeignTool, door: ServerDoor): Tool {
  const { config } = door;
  const claims = door.isTrusted && tool.annotations?.["readOnlyHint"] === true;
  const meta = tool.meta ?? {};
  const alwaysLoad = config.alwaysLoad || meta["anthropic/alwaysLoad"] === true;
  return defineTool({
    name: toolName(config.name, tool.name),
    description: describe(tool, config),
    input: inputSchemaOf(tool),
    isReadOnly: claims,
    isConcurrencySafe: claims,
    shouldDefer: !alwaysLoad,
    alwaysLoad,
    timeoutMs: Math.min(config.callMs + 5_000, MAX_TIMER_MS),
    maxResultBytes: resultBytes(meta["anthropic/maxResultSizeChars"]),
    async checkPermission() {
      const why = await door.refusalOf(tool);
      if (why !== undefined) return { behavior: "deny", why };
      if (meta["anthropic/requiresUserInteraction"] !== true) return undefined;
      return {
        behavior: "ask",
        why: `the server \`${config.name}\` wants a person to look at each call of it`,
      };
    },
    validateInput: () => door.unreachable(),
    describeCall: () => visibleText(`call \`${tool.name}\` of the MCP server \`${config.name}\``),
    async execute(input, ctx): Promise<readonly ResultContent[]> {
      return await readCallResult(tool, await door.call(tool, input, ctx), door.saveFile);
    },
    toModel: (content) => content,
  }) as Tool;
}

/** What the model reads of a tool: the server's own words, shortened, with nothing in them that cannot be seen. */
function describe({ name, title, description }: ForeignTool, config: ServerConfig): string {
  const own = visibleText((description ?? title ?? "").trim());
  const text =
    own === "" ? `The tool ${visibleText(name)} of the MCP server ${visibleText(config.name)}.` : own;
  return text.length <= LIMITS.descriptionChars
    ? text
    : `${text.slice(0, LIMITS.descriptionChars).toWellFormed()}… (shortened)`;
}

function resultBytes(wanted: unknown): number {
  if (typeof wanted !== "number" || !Number.isInteger(wanted) || wanted <= 0) return LIMITS.resultBytes;
  return Math.min(wanted, LIMITS.raisedResultBytes);
}

/** Tells people how far a call is, as the server says; not more often than they can read. */
export function reportProgress(ctx: ExecuteContext, now: () => number): (progress: Progress) => void {
  let next = 0;
  return ({ progress, total, message }) => {
    if (now() < next) return;
    next = now() + PROGRESS_EVERY;
    const share = total === undefined ? `${progress}` : `${progress} of ${total}`;
    ctx.progress(
      visibleText(typeof message === "string" && message !== "" ? `${message} (${share})` : share).slice(
        0,
        300,
      ),
    );
  };
}
