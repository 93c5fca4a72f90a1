import { BEHAVIORS, MODES } from "../contract/decision.ts";
import type { SessionEvent } from "../contract/event.ts";
import { isJsonObject } from "../json-object.ts";

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string";
const count: Check = (value) => typeof value === "number" && value >= 0;
const format: Check = (value) => Number.isInteger(value) && (value as number) > 0;
const list: Check = (value) => Array.isArray(value);
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const orNone =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);
const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isJsonObject(value) && Object.entries(members).every(([key, check]) => check(value[key]));

const block = shape({ type: text });
const use: Check = (value) =>
  block(value) &&
  ((value as { type: unknown }).type !== "tool_use" || shape({ id: text, name: text })(value));
const content: Check = (value) => text(value) || listOf(block)(value);
const result = shape({ type: oneOf(["tool_result"]), tool_use_id: text, content });
const message = shape({ role: oneOf(["user", "assistant"]), content: listOf(block) });
const usage = shape({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
});
const decision = shape({
  ...{ id: text, behavior: oneOf(BEHAVIORS), effective: oneOf(BEHAVIORS) },
  ...{ because: list, uncovered: list, votes: list, effects: list },
});
const mode = oneOf(MODES);
const place = shape({ message: count, block: count });

/** What those who read events rely on, by type. */
const SHAPES: ReadonlyMap<string, Check> = new Map<SessionEvent["type"], Check>([
  ["session.started", shape({ format: orNone(format), session: text, cwd: text, mode })],
  ["session.continued", shape({ format: orNone(format), mode })],
  ["history.loaded", shape({ messages: listOf(message) })],
  [
    "pool.built",
    shape({ tools: listOf(text), hidden: listOf(isJsonObject), deferred: orNone(listOf(text)) }),
  ],
  ["prompt.submitted", shape({ content: listOf(block) })],
  ["message.started", shape({ message: text })],
  ["block.completed", shape({ message: text, block: use })],
  ["message.completed", shape({ message: text, usage })],
  ["call.cleaned", shape({ call: text, changes: list })],
  ["call.rewritten", shape({ call: text })],
  ["call.decided", shape({ call: text, tool: text, decision })],
  ["call.intent", shape({ call: text, tool: text, effects: list })],
  ["call.settled", shape({ call: text, tool: text, outcome: text, result })],
  ["agent.started", shape({ agent: text, name: text, directory: text })],
  ["agent.answered", shape({ agent: text, usage })],
  ["session.moved", shape({ mirror: orNone(shape({ of: text, at: text })) })],
  ["mode.changed", shape({ mode })],
  ["rule.remembered", shape({ behavior: oneOf(BEHAVIORS), rule: text, scope: text, until: orNone(text) })],
  ["slot.set", shape({ slot: text, key: text })],
  ["slot.deleted", shape({ slot: text, key: text })],
  ["results.sent", shape({ replaced: listOf(result), texts: listOf(text) })],
  ["transcript.repaired", shape({ from: orNone(count), messages: orNone(listOf(message)) })],
  ["media.dropped", shape({ why: text, places: listOf(place) })],
  ["results.cleared", shape({ why: text, places: listOf(place) })],
  ["conversation.compacted", shape({ from: count, summary: text })],
  ["summary.received", shape({ usage })],
  ["answer.received", shape({ call: text, usage })],
]);

/** Whether an event has what its type promises. Types nobody here knows have. */
export const isWhole = (event: SessionEvent): boolean => SHAPES.get(event.type)?.(event) ?? true;
