import type { HookEvent } from "../contract/command-hook.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import type { HookAnswer } from "./read-answer.ts";

/** An answer, or why the object is none. */
export type ReadMembers = { readonly answer: HookAnswer } | { readonly problem: string };

class NotAnAnswer extends Error {}

/** Reads a hook's JSON object whole. Members nobody knows are left alone; those that are known have to be sound. */
export function readMembers(event: HookEvent, object: JsonObject): ReadMembers {
  try {
    return { answer: answerIn(event, object) };
  } catch (thrown) {
    if (thrown instanceof NotAnAnswer) return { problem: thrown.message };
    throw thrown;
  }
}

function answerIn(event: HookEvent, object: JsonObject): HookAnswer {
  const message = textOf(object, "systemMessage");
  const stopReason = textOf(object, "stopReason");
  const goesOn = member(object, "continue", (value) => typeof value === "boolean", "`true` or `false`");
  const decision = oneOf(object, "decision", ["approve", "block", "allow", "deny"]);
  const reason = textOf(object, "reason");
  if (object["async"] === true) return {};
  const specific = specificOf(event, object);
  const answer: HookAnswer = {
    ...(message !== undefined && { message }),
    ...(goesOn === false && { stop: stopReason ?? "a hook stopped the task" }),
    ...contextOf(specific),
  };
  if (decision === "block" || decision === "deny")
    return { ...answer, behavior: "deny", ...reasonOf(reason) };
  switch (event) {
    case "PreToolUse":
      return { ...answer, ...voteOf(specific, { decision, reason }) };
    case "PermissionRequest":
      return { ...answer, ...permissionOf(specific) };
    case "PostToolUse":
      return { ...answer, ...outputOf(specific) };
    default:
      return answer;
  }
}

/** It has to say which event it is about: an answer for another one may mean something else. */
function specificOf(event: HookEvent, object: JsonObject): JsonObject {
  const specific = object["hookSpecificOutput"];
  if (specific === undefined || specific === null) return {};
  if (!isJsonObject(specific))
    throw new NotAnAnswer("answered with a `hookSpecificOutput` that is not an object");
  const name = specific["hookEventName"];
  if (name === event) return specific;
  throw new NotAnAnswer(`answered with \`hookEventName\` ${shown(name)}, not \`${event}\``);
}

function voteOf(
  specific: JsonObject,
  legacy: { readonly decision: string | undefined; readonly reason: string | undefined },
): HookAnswer {
  const behavior = oneOf(specific, "permissionDecision", ["allow", "deny", "ask", "defer"]);
  const reason = textOf(specific, "permissionDecisionReason") ?? legacy.reason;
  const input = inputOf(specific);
  const old = legacy.decision === undefined ? undefined : ("allow" as const);
  // Nobody here can take the call up later: a person decides, now.
  const vote =
    behavior === "defer" ? ("ask" as const) : ((behavior as "allow" | "deny" | "ask" | undefined) ?? old);
  return {
    ...(vote !== undefined && { behavior: vote }),
    ...reasonOf(reason),
    ...(input && vote !== "deny" && behavior !== "defer" && { input }),
  };
}

function permissionOf(specific: JsonObject): HookAnswer {
  const decision = specific["decision"];
  if (decision === undefined) return {};
  if (!isJsonObject(decision)) throw new NotAnAnswer("answered with a `decision` that is not an object");
  const behavior = oneOf(decision, "behavior", ["allow", "deny"]);
  if (behavior === undefined) throw new NotAnAnswer("answered with a `decision` without `behavior`");
  if (behavior === "deny") {
    const interrupt = member(
      decision,
      "interrupt",
      (value) => typeof value === "boolean",
      "`true` or `false`",
    );
    return {
      behavior: "deny",
      ...reasonOf(textOf(decision, "message")),
      ...(interrupt === true && { interrupts: true }),
    };
  }
  const input = inputOf(decision);
  const rules = member(decision, "updatedPermissions", Array.isArray, "a list") as
    | readonly unknown[]
    | undefined;
  return { behavior: "allow", ...(input && { input }), ...(rules && { rules }) };
}

function outputOf(specific: JsonObject): HookAnswer {
  for (const key of ["updatedToolOutput", "updatedMCPToolOutput"]) {
    if (specific[key] !== undefined && specific[key] !== null) return { output: { value: specific[key] } };
  }
  return {};
}

const inputOf = (object: JsonObject): JsonObject | undefined =>
  member(object, "updatedInput", isJsonObject, "an object") as JsonObject | undefined;

function contextOf(specific: JsonObject): HookAnswer {
  const context = textOf(specific, "additionalContext");
  return context === undefined || context.trim() === "" ? {} : { context };
}

const reasonOf = (reason: string | undefined): HookAnswer => (reason === undefined ? {} : { reason });

const textOf = (object: JsonObject, key: string): string | undefined =>
  member(object, key, (value) => typeof value === "string", "a text") as string | undefined;

const oneOf = (object: JsonObject, key: string, known: readonly string[]): string | undefined =>
  member(
    object,
    key,
    (value) => typeof value === "string" && known.includes(value),
    `one of ${known.map((name) => `\`${name}\``).join(", ")}`,
  ) as string | undefined;

function member(
  object: JsonObject,
  key: string,
  isSound: (value: unknown) => boolean,
  wanted: string,
): unknown {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  if (value === undefined || value === null || isSound(value)) return value ?? undefined;
  throw new NotAnAnswer(`answered with \`${key}\` ${shown(value)}, not ${wanted}`);
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  return `\`${(JSON.stringify(value) ?? String(value)).slice(0, 60)}\``;
}
