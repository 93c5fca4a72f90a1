import { basename, dirname } from "node:path";
import { listOf, readFrontmatter } from "../frontmatter.ts";

/** A skill: a text that says how something is done, in a folder with what it needs. */
export interface SkillFile {
  /** Name of its folder, or what its head says. */
  readonly name: string;
  /** What it is for; read by the model. */
  readonly description: string;
  readonly body: string;
  /** Its folder, absolute. */
  readonly directory: string;
  /** What people type behind its name. */
  readonly argumentHint?: string;
  /** Names of its arguments, in order. */
  readonly argumentNames: readonly string[];
  /** Tools it is meant to be done with. A wish: it grants nothing. */
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** Only a person may start it. */
  readonly isForPeople: boolean;
  /** Runs in a subagent of its own. */
  readonly isForked: boolean;
  /** The type of that subagent. */
  readonly agent?: string;
  readonly model?: string;
}

/** Characters of a description that the model is shown at most. Claude Code has the same limit. */
const MAX_DESCRIPTION = 1_536;

/**
 * Reads a `SKILL.md`.
 * @param file absolute path.
 * @throws with what is wrong with it, in words.
 */
export async function readSkill(text: string, file: string): Promise<SkillFile> {
  const { head, body } = await readFrontmatter(text, file);
  const directory = dirname(file);
  const name = textOf(head, "name") ?? basename(directory);
  if (!/^[\w.:-]{1,64}$/.test(name))
    throw new Error(`\`name\` is \`${name}\`: use letters, digits, \`.\`, \`:\`, \`-\`, \`_\``);
  const described = [textOf(head, "description"), textOf(head, "when_to_use")].filter(
    (part) => part !== undefined,
  );
  const allowedTools = toolsIn(head, "allowed-tools");
  const disallowedTools = toolsIn(head, "disallowed-tools");
  const argumentHint = textOf(head, "argument-hint");
  const agent = textOf(head, "agent");
  const model = textOf(head, "model");
  return {
    name,
    description: (described.join(" ") || firstLine(body)).replace(/\s+/g, " ").slice(0, MAX_DESCRIPTION),
    body,
    directory,
    argumentNames: listOf(head["arguments"]) ?? [],
    isForPeople: isTrue(head["disable-model-invocation"]),
    isForked: head["context"] === "fork",
    ...(argumentHint !== undefined && { argumentHint }),
    ...(allowedTools && { allowedTools }),
    ...(disallowedTools && { disallowedTools }),
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && model !== "inherit" && { model }),
  };
}

type Head = Readonly<Record<string, unknown>>;

function textOf(head: Head, key: string): string | undefined {
  const value = head[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string" && typeof value !== "number") throw new Error(`\`${key}\` is not a text`);
  return String(value).trim() || undefined;
}

/** Names of tools; what stands in brackets behind one only ever narrowed an allow, and nothing is allowed here. */
function toolsIn(head: Head, key: string): readonly string[] | undefined {
  if (head[key] === undefined || head[key] === null) return undefined;
  const list = listOf(head[key]);
  if (list === undefined) throw new Error(`\`${key}\` is not a list of tools`);
  return [...new Set(list.map((entry) => entry.replace(/\(.*$/s, "")))];
}

const isTrue = (value: unknown): boolean => /^(true|yes|on|1)$/i.test(String(value));

const firstLine = (body: string): string =>
  body
    .split("\n")
    .map((line) => line.replace(/^#+\s*/, "").trim())
    .find((line) => line !== "") ?? "";
