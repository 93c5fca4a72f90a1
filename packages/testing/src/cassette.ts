import { ConfigError, isJsonObject, readJsonStrictly } from "@gauntlet/core";

/**
 * What a recorded model says, turn by turn. `{{name}}` in any string stands for a value given when it is played, and
 * `{{open}}` for two opening braces.
 */
export interface Cassette {
  readonly name: string;
  readonly turns: readonly CassetteTurn[];
}

/** One answer of the model, and how its delivery goes wrong. Each mishap happens once; then the turn plays normally. */
export interface CassetteTurn {
  readonly blocks: readonly CassetteBlock[];
  /** Default: `tool_use` when there is a tool use, else `end_turn`. */
  readonly stop_reason?: string;
  /** Silence before each block but the first; default 0. */
  readonly gapMs?: number;
  /** Silence between the last block and the end of the message; default 0. */
  readonly tailMs?: number;
  /** Several happen one after another, before the turn plays. */
  readonly error?: CassetteError | readonly CassetteError[];
  /** The connection is cut after so many whole blocks, inside the next one where there is one. */
  readonly cutAfterBlocks?: number;
  /** The server falls silent after so many whole blocks, with the connection open. */
  readonly stallAfterBlocks?: number;
}

/**
 * A block as the model sends it. A tool use has an optional `id` (default `toolu_<turn>_<index>`) and either `input`
 * or `input_json`, the exact text of an input, which need not be valid.
 */
export interface CassetteBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** An error answer of the API. */
export interface CassetteError {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How often it is answered before the turn plays; default 1. */
  readonly times?: number;
  /** Report it as an event inside the stream, after so many whole blocks, instead of as a status. */
  readonly afterBlocks?: number;
}

/** Name of the value that two opening braces are written as, where they would be taken for a name's. */
export const OPENING = "open";

const TURN_KEYS = ["blocks", "stop_reason", "gapMs", "tailMs", "error", "cutAfterBlocks", "stallAfterBlocks"];
const ERROR_KEYS = ["status", "type", "message", "headers", "times", "afterBlocks"];
/** The text each known block needs. */
const BLOCK_TEXT: Readonly<Record<string, string>> = { text: "text", thinking: "thinking", tool_use: "name" };

type Fields = Readonly<Record<string, unknown>>;

const HINT =
  'record one with `gauntlet sessions cassette <id>`, or write `{ "name": "…", "turns": [{ "blocks": [] }] }`';

/**
 * Reads a cassette from JSON.
 * @param file where the text is from, for messages.
 * @throws GNT_CONFIG_INVALID with the turn (1-based) and the member that is wrong.
 */
export function parseCassette(text: string, file?: string): Cassette {
  const which = file === undefined ? "the cassette" : `the cassette \`${file}\``;
  const read = readJsonStrictly(text);
  if ("problem" in read) throw refused(`${which} cannot be read: ${read.problem}`, HINT);
  const { value } = read;
  if (!isJsonObject(value)) throw refused(`${which} is not an object`, HINT);
  const { name, turns } = value;
  if (typeof name !== "string" || name === "") throw refused(`${which} has no \`name\``, HINT);
  if (!Array.isArray(turns)) throw refused(`cassette \`${name}\` has no list \`turns\``, HINT);
  checkKeys(value, ["name", "turns"], `cassette \`${name}\``);
  const ids = new Set<string>();
  for (const [index, turn] of turns.entries()) checkTurn(turn, `cassette \`${name}\` turn ${index + 1}`, ids);
  return value as unknown as Cassette;
}

/**
 * Replaces every `{{name}}` in the strings of a cassette.
 * @throws GNT_CONFIG_INVALID for a name without a value.
 */
export function fillCassette(cassette: Cassette, variables: Readonly<Record<string, string>>): Cassette {
  const fill = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return fillText(value, key === "input_json");
    if (Array.isArray(value)) return value.map((item) => fill(item, ""));
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item, name)]));
  };
  const fillText = (text: string, isJson: boolean): string =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (name === OPENING) return "{{";
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (value === undefined)
        throw refused(
          `cassette \`${cassette.name}\` uses \`{{${name}}}\`, which has no value`,
          `pass it in \`variables\`, or write \`{{${OPENING}}}\` for two braces`,
        );
      return isJson ? JSON.stringify(value).slice(1, -1) : value;
    });
  return { name: cassette.name, turns: fill(cassette.turns, "") as readonly CassetteTurn[] };
}

/** The errors of a turn, in the order they happen. */
export function errorsOf({ error = [] }: CassetteTurn): readonly CassetteError[] {
  return Array.isArray(error) ? error : [error as CassetteError];
}

/** The stop reason of a turn, also where it names none. */
export function stopReasonOf(turn: CassetteTurn): string {
  return turn.stop_reason ?? (turn.blocks.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn");
}

/** The id under which a tool use of a turn is sent (both indices 0-based). */
export function toolUseId(block: CassetteBlock, turn: number, index: number): string {
  return typeof block["id"] === "string" ? block["id"] : `toolu_${turn}_${index}`;
}

function checkTurn(turn: unknown, where: string, ids: Set<string>): void {
  if (!isJsonObject(turn)) throw refused(`${where} is not an object`);
  checkKeys(turn, TURN_KEYS, where);
  const { blocks, stop_reason: stopReason, error } = turn;
  if (!Array.isArray(blocks)) throw refused(`${where} has no list \`blocks\``);
  for (const [index, block] of blocks.entries()) checkBlock(block, `${where} block ${index + 1}`, ids);
  if (stopReason !== undefined && typeof stopReason !== "string")
    throw refused(`${where} has a \`stop_reason\` that is not a string`);
  checkCounts(turn, ["gapMs", "tailMs", "cutAfterBlocks", "stallAfterBlocks"], where);
  if (error === undefined) return;
  for (const one of Array.isArray(error) ? error : [error]) checkError(one, where);
}

function checkError(error: unknown, where: string): void {
  if (!isJsonObject(error)) throw refused(`${where} has an \`error\` that is not an object`);
  checkKeys(error, ERROR_KEYS, `${where} error`);
  checkCounts(error, ["status", "times", "afterBlocks"], `${where} error`);
  for (const key of ["status", "type", "message"])
    if (error[key] === undefined) throw refused(`${where} error has no \`${key}\``);
}

function checkBlock(block: unknown, where: string, ids: Set<string>): void {
  if (!isJsonObject(block) || typeof block["type"] !== "string") throw refused(`${where} has no \`type\``);
  const needed = BLOCK_TEXT[block["type"]];
  if (needed !== undefined && typeof block[needed] !== "string")
    throw refused(`${where} (\`${block["type"]}\`) has no text \`${needed}\``);
  if (block["type"] !== "tool_use") return;
  const { id, input, input_json: inputJson } = block;
  if (input !== undefined && !isJsonObject(input))
    throw refused(`${where} has an \`input\` that is not an object`);
  if (inputJson !== undefined && (typeof inputJson !== "string" || input !== undefined))
    throw refused(`${where} needs either \`input\` or a text \`input_json\``);
  if (id === undefined) return;
  if (typeof id !== "string" || ids.has(id))
    throw refused(`${where} has an \`id\` that is not a text of its own`);
  ids.add(id);
}

function checkKeys(value: Fields, known: readonly string[], where: string): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw refused(
      `${where} has \`${unknown}\`, which nobody reads`,
      `use ${known.map((key) => `\`${key}\``).join(", ")}`,
    );
}

function checkCounts(value: Fields, keys: readonly string[], where: string): void {
  for (const key of keys) {
    const count = value[key];
    if (count !== undefined && !(typeof count === "number" && Number.isInteger(count) && count >= 0))
      throw refused(`${where} has a \`${key}\` that is not a whole number from 0`);
  }
}

const refused = (message: string, hint?: string): ConfigError =>
  new ConfigError("GNT_CONFIG_INVALID", message, hint === undefined ? {} : { hint });
