import { MODES, type Mode } from "@gauntlet/core";
import { listOf, readFrontmatter } from "../frontmatter.ts";

/** A type of subagent. */
export interface AgentDefinition {
  /** What the model calls it. */
  readonly name: string;
  /** When to use it; read by the model. */
  readonly description: string;
  /** Its system prompt. */
  readonly system: string;
  /** Default: all tools of its parent. */
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly permissionMode?: Mode;
  /** A name of a model, or an alias of the options. Default: the session's. */
  readonly model?: string;
  readonly maxTurns?: number;
  /** Runs in the background unless the call says otherwise. */
  readonly background?: boolean;
  /** Where it was read; unset for those of this package. */
  readonly file?: string;
}

/** Longest description the model is shown. */
const MAX_DESCRIPTION = 1_500;

/**
 * Reads the definition of a subagent: a Markdown file whose head names it and whose body is its system prompt.
 * @throws with what is wrong with it, in words.
 */
export async function readDefinition(text: string, file: string): Promise<AgentDefinition> {
  const { head, body } = await readFrontmatter(text, file);
  const name = needed(head, "name");
  if (!/^[\w.-]+(?: [\w.-]+)*$/.test(name))
    throw new Error(`\`name\` is \`${name}\`: use words of letters, digits, \`.\`, \`-\`, \`_\``);
  const description = needed(head, "description").slice(0, MAX_DESCRIPTION);
  const system = body.trim();
  if (system === "") throw new Error("it has no text, which would be its system prompt");
  const tools = toolList(head, "tools");
  const disallowedTools = toolList(head, "disallowedTools");
  const model = optional(head, "model", isText, "a name");
  const permissionMode = optional(head, "permissionMode", isMode, `one of ${MODES.join(", ")}`);
  const maxTurns = optional(head, "maxTurns", isCount, "a whole number above 0");
  const background = optional(head, "background", isBoolean, "true or false");
  return {
    name,
    description,
    system,
    file,
    ...(tools && { tools }),
    ...(disallowedTools && { disallowedTools }),
    ...(model !== undefined && model !== "inherit" && { model }),
    ...(permissionMode !== undefined && { permissionMode }),
    ...(maxTurns !== undefined && { maxTurns }),
    ...(background !== undefined && { background }),
  };
}

type Head = Readonly<Record<string, unknown>>;

function needed(head: Head, key: string): string {
  const value = head[key];
  if (typeof value !== "string" || value.trim() === "") throw new Error(`it has no \`${key}\``);
  return value.trim();
}

/** `Task(x)` and `Agent(x, y)` name the tool; which types it may start is the rules' business. */
function toolList(head: Head, key: string): readonly string[] | undefined {
  if (head[key] === undefined || head[key] === null) return undefined;
  const list = listOf(head[key]);
  if (list === undefined) throw new Error(`\`${key}\` is not a list of tools`);
  return list.map((entry) => entry.replace(/\(.*$/s, ""));
}

function optional<T>(
  head: Head,
  key: string,
  is: (value: unknown) => value is T,
  wanted: string,
): T | undefined {
  const value = head[key];
  if (value === undefined || value === null) return undefined;
  if (!is(value)) throw new Error(`\`${key}\` is not ${wanted}`);
  return value;
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
const isMode = (value: unknown): value is Mode => MODES.includes(value as Mode);
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) > 0;
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
