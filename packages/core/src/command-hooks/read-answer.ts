import { type CommandHook, GUARDING_EVENTS } from "../contract/command-hook.ts";
import type { Behavior } from "../contract/decision.ts";
import { readJsonStrictly } from "../contract/strict-json.ts";
import { inWords } from "../in-words.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import { findObjects } from "./find-objects.ts";
import { readMembers } from "./read-members.ts";

/** What became of one run of a handler. */
export type HookResult =
  | {
      readonly kind: "ended";
      /** Null: a signal ended it. */
      readonly exitCode: number | null;
      readonly signal?: string | null;
      readonly stdout: string;
      readonly stderr: string;
      /** Bytes of output that were not kept. */
      readonly droppedBytes: number;
      /** The output is an answer of a server, which is JSON or empty. */
      readonly isReply?: true;
    }
  | { readonly kind: "failed"; readonly why: string };

/** What a hook answers, whatever event it was for. */
export interface HookAnswer {
  /** `deny` objects to what is about to happen, at every event; `allow` and `ask` are votes on a call. */
  readonly behavior?: Behavior;
  readonly reason?: string;
  /** Why everything should stop. */
  readonly stop?: string;
  /** Why the hook counts as failed; it then says nothing else, except what it objected to. */
  readonly failure?: string;
  readonly input?: JsonObject;
  /** A text for the model. */
  readonly context?: string;
  /** A text for the person. */
  readonly message?: string;
  /** What the model shall read in place of the output. */
  readonly output?: { readonly value: unknown };
  /** With `allow` at PermissionRequest: rules to remember. */
  readonly rules?: readonly unknown[];
  /** With `deny` at PermissionRequest: the turn ends. */
  readonly interrupts?: true;
}

type Hook = Pick<CommandHook, "event" | "onFailure" | "handler">;

/** Events where plain text on standard output is for the model. */
const TEXT_IS_CONTEXT = ["UserPromptSubmit", "SessionStart"];

/**
 * Reads the answer of a hook. Exit code 2 objects, whatever was written. An objection counts wherever it stands on
 * standard output; anything else only in an answer that is sound as a whole. Hooks that may fail are also listened to
 * when they end with another code.
 * @source Claude Code's hooks reference, "hook output", and ADR 0022
 */
export function readAnswer(hook: Hook, result: HookResult): HookAnswer {
  if (result.kind === "failed") return { failure: result.why };
  const said = readStdout(result.stdout);
  const objection = objectionOf(hook, said);
  if (result.exitCode === 2) return exitTwo(hook, result.stderr, objection);
  if (objection.behavior === "deny" || objection.stop !== undefined) return objection;
  const broken =
    endProblem(result) ?? (said.isUnclear ? "wrote more than can be searched for an answer" : undefined);
  const listens = result.droppedBytes === 0 && result.signal == null && hook.onFailure === "continue";
  if (broken !== undefined && !(listens && said.object)) return { ...objection, failure: broken };
  if (said.object) {
    const read = readMembers(hook.event, said.object);
    if ("problem" in read) return { ...objection, failure: read.problem };
    return objection.behavior === undefined ? read.answer : { ...read.answer, behavior: objection.behavior };
  }
  return { ...objection, ...plainText(hook, result, said) };
}

interface Said {
  /** The whole output is this object. */
  readonly object?: JsonObject;
  readonly text: string;
  /** Why an output that begins like an object is none. */
  readonly problem?: string;
  /** Objects among other text. */
  readonly objects: readonly JsonObject[];
  readonly isUnclear?: boolean;
}

function readStdout(stdout: string): Said {
  const text = stdout.trim();
  let problem: string | undefined;
  if (text.startsWith("{")) {
    const read = readJsonStrictly(text);
    if ("value" in read && isJsonObject(read.value))
      return { object: read.value, text, objects: [read.value] };
    problem = "problem" in read ? read.problem : "it is not an object";
  }
  const objects = /"(?:permissionDecision|decision|behavior|continue)"/.test(text) ? findObjects(text) : [];
  return {
    text,
    objects: objects ?? [],
    ...(problem !== undefined && { problem }),
    ...(objects === undefined && { isUnclear: true }),
  };
}

/** The strictest thing any of the objects says against what is about to happen. */
function objectionOf({ event }: Hook, { objects }: Said): HookAnswer {
  const all = objects.flatMap((object) => objectionIn(event, object) ?? []);
  const deny = all.find(({ behavior }) => behavior === "deny");
  const stop = all.find((one) => one.stop !== undefined);
  return { ...(all[0] ?? {}), ...stop, ...deny };
}

function objectionIn(event: Hook["event"], object: JsonObject): HookAnswer | undefined {
  const specific = isJsonObject(object["hookSpecificOutput"]) ? object["hookSpecificOutput"] : {};
  const text = (value: unknown): { reason?: string } => (typeof value === "string" ? { reason: value } : {});
  const stops = object["continue"] === false;
  const stop = stops ? { stop: inWords(object["stopReason"] ?? "a hook stopped the task") } : {};
  if (object["decision"] === "block" || object["decision"] === "deny")
    return { behavior: "deny", ...text(object["reason"]), ...stop };
  const decision = isJsonObject(specific["decision"]) ? specific["decision"] : {};
  if (event === "PermissionRequest" && decision["behavior"] === "deny") {
    const interrupts = decision["interrupt"] === true && ({ interrupts: true } as const);
    return { behavior: "deny", ...text(decision["message"]), ...interrupts, ...stop };
  }
  const behavior = GUARDING_EVENTS.includes(event) ? strictestSaid([object, specific]) : undefined;
  if (behavior === undefined) return stops ? stop : undefined;
  const reasons = [specific["permissionDecisionReason"], object["permissionDecisionReason"]];
  const [reason] = [...reasons, object["reason"], specific["reason"]].filter((one) => one !== undefined);
  return { behavior, ...text(reason), ...stop };
}

/** Members that hold a decision in the answer to some event. */
const DECIDING = ["permissionDecision", "decision", "behavior"];

/** An objection in the wrong member, or one level too high or too low, is still meant as one. */
function strictestSaid(objects: readonly JsonObject[]): "deny" | "ask" | undefined {
  const values = objects.flatMap((object) => DECIDING.map((key) => object[key]));
  const said = values.flatMap((value) => (isJsonObject(value) ? DECIDING.map((key) => value[key]) : [value]));
  if (said.includes("deny") || said.includes("block")) return "deny";
  return said.includes("ask") ? "ask" : undefined;
}

function exitTwo({ event, onFailure }: Hook, stderr: string, objection: HookAnswer): HookAnswer {
  if (event === "PermissionRequest" && onFailure === "continue")
    return { failure: "ended with exit code 2, which answers nothing" };
  const said = objection.behavior === "deny" ? objection.reason : undefined;
  const reason = said ?? stderr.trim();
  return {
    behavior: "deny",
    reason: reason === "" ? "it ended with exit code 2 and gave no reason" : reason,
    ...(objection.stop !== undefined && { stop: objection.stop }),
  };
}

function endProblem(result: Extract<HookResult, { kind: "ended" }>): string | undefined {
  const { exitCode, signal, stderr, droppedBytes } = result;
  const says = stderr.trim() === "" ? "" : `: ${stderr.trim()}`;
  if (exitCode === null) return `was ended by ${signal ?? "the system"}${says}`;
  if (exitCode !== 0) return `ended with exit code ${exitCode}${meaningOf(exitCode)}${says}`;
  return droppedBytes > 0 ? "wrote more than 1 MiB to its standard output" : undefined;
}

/** What a shell means by a code, for hooks that are silent about it. */
const meaningOf = (code: number): string =>
  ({ 126: " (permission to run it is missing)", 127: " (the program was not found)" })[code] ?? "";

function plainText(
  { event, handler, onFailure }: Hook,
  { isReply }: Extract<HookResult, { kind: "ended" }>,
  { text, problem }: Said,
): HookAnswer {
  const isContext = TEXT_IS_CONTEXT.includes(event);
  if (handler.expectsJson || isReply) {
    if (text === "" && isReply && !handler.expectsJson) return {};
    return { failure: problem === undefined ? "did not answer with a JSON object" : notJson(problem) };
  }
  if (problem !== undefined && !(isContext && onFailure === "continue")) return { failure: notJson(problem) };
  return isContext && text !== "" ? { context: text } : {};
}

const notJson = (problem: string): string => `answered with JSON that cannot be read: ${problem}`;
