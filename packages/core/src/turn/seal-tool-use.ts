import type { ToolUseBlock } from "../contract/message.ts";
import { messageOf } from "../errors.ts";
import { messages } from "../messages.ts";
import { SENDABLE_ID, SENDABLE_NAME, sendableWord } from "../transcript/sendable.ts";

/** A tool use of a model, made fit to be sent back. */
export interface SealedUse {
  /** As the conversation keeps it. */
  readonly block: ToolUseBlock;
  /** The name as the model said it, cut where no tool can be meant: which tool it is is judged by it. */
  readonly name: string;
  /** Why the input could not be read; the block then carries `{}`. */
  readonly problem?: string;
  /** Id and name as they came, where they were changed. */
  readonly given?: { readonly id?: string; readonly name?: string };
}

/** What the ids of a conversation are known by. */
export interface UseIds {
  hasUse(id: string): boolean;
  newId(): string;
}

/** As deep as a port that reads JSON strictly lets an input be. */
const MAX_DEPTH = 256;
/** A name is compared with all others and quoted to the model. */
const MAX_SAID = 256;

/**
 * Makes a tool use of any port sendable, whatever the model said: an id that is missing, odd or taken is replaced, a
 * name gets a spelling the API takes, an input that is not a JSON object becomes `{}` with a problem, and lone
 * surrogates, which no request body can carry, become replacement characters.
 */
export function sealToolUse(
  given: ToolUseBlock,
  problem: string | undefined,
  { hasUse, newId }: UseIds,
): SealedUse {
  const givenId = textOf(given.id);
  const givenName = textOf(given.name);
  const id = SENDABLE_ID.test(givenId) && !hasUse(givenId) ? givenId : `toolu_${newId().replaceAll("-", "")}`;
  const name = sendableWord(givenName, SENDABLE_NAME);
  const read = problem === undefined ? inputOf(given.input) : { input: {}, problem };
  const changed = {
    ...(id !== givenId && { id: givenId }),
    ...(name !== givenName && { name: givenName }),
  };
  return {
    block: { ...given, id, name, input: read.input },
    name: givenName.slice(0, MAX_SAID).toWellFormed(),
    ...(read.problem !== undefined && { problem: read.problem.toWellFormed() }),
    ...(Object.keys(changed).length > 0 && { given: changed }),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.toWellFormed() : "");

function inputOf(given: unknown): { input: object; problem?: string } {
  if (!isPlainObject(given)) return { input: {}, problem: messages.notAnObject };
  try {
    return { input: sendable(given) as object };
  } catch (thrown) {
    return { input: {}, problem: messageOf(thrown) };
  }
}

/** A copy of a JSON value without lone surrogates. @throws for what JSON does not have, and a key `__proto__`. */
function sendable(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw new Error(`it is nested deeper than ${MAX_DEPTH} levels`);
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map((item) => sendable(item, depth + 1));
  if (value === null || typeof value === "number" || typeof value === "boolean") return value;
  if (!isPlainObject(value)) throw new Error("it holds something that is not JSON");
  if (Object.hasOwn(value, "__proto__")) throw new Error("the key `__proto__` is not accepted");
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key.toWellFormed(), sendable(item, depth + 1)]),
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
