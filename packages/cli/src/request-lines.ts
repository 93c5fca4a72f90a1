import {
  type AgentSpec,
  BEHAVIORS,
  type CallRequest,
  type RememberedRule,
  readJsonStrictly,
  readLines,
} from "@gauntlet/core";
import { readAgent } from "./agent-line.ts";

/** One line of a `--jsonl` conversation; with `agent` its calls are made by a subagent. */
export type RequestLine =
  | { readonly kind: "call"; readonly id: unknown; readonly call: CallRequest; readonly agent?: AgentSpec }
  | {
      readonly kind: "calls";
      readonly id: unknown;
      readonly calls: readonly CallRequest[];
      readonly agent?: AgentSpec;
    }
  | { readonly kind: "cancel"; readonly id: unknown }
  | { readonly kind: "remember"; readonly id: unknown; readonly rule: RememberedRule }
  | { readonly kind: "bad"; readonly id: unknown; readonly why: string };

/**
 * The requests of a `--jsonl` conversation, as they come in; blank lines are none.
 * @param interrupt ends the reading.
 */
export async function* readRequests(
  input: NodeJS.ReadStream,
  interrupt?: AbortSignal,
): AsyncGenerator<RequestLine, void, undefined> {
  if (interrupt?.aborted) return;
  interrupt?.addEventListener("abort", () => input.destroy(), { once: true });
  try {
    for await (const line of readLines(input)) {
      if (line.trim() !== "") yield readRequestLine(line);
    }
  } catch (thrown) {
    if (!interrupt?.aborted) throw thrown;
  }
}

/**
 * Reads a request line. A repeated or `__proto__` key does not make the line unreadable: the call is passed on with
 * the problem and is refused at the gate.
 */
export function readRequestLine(line: string): RequestLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: "bad", id: null, why: "the line is not JSON" };
  }
  if (typeof value !== "object" || value === null)
    return { kind: "bad", id: null, why: "the line is not a JSON object" };
  const request = value as Record<string, unknown>;
  const id = request["id"] ?? null;
  if (Object.hasOwn(request, "cancel")) return { kind: "cancel", id: request["cancel"] };

  if (Object.hasOwn(request, "remember")) return rememberLine(id, request["remember"]);

  const strict = readJsonStrictly(line);
  const problem = "problem" in strict ? { problem: strict.problem } : {};
  const callOf = (entry: unknown): CallRequest | undefined => {
    const { tool, input = {} } = (entry ?? {}) as { tool?: unknown; input?: unknown };
    return typeof tool === "string" ? { tool, input, ...problem } : undefined;
  };
  const read = Object.hasOwn(request, "agent") ? readAgent(request["agent"]) : undefined;
  if (typeof read === "string") return { kind: "bad", id, why: read };
  const agent = read && { agent: read };
  if (Array.isArray(request["calls"])) {
    const calls = request["calls"].map(callOf);
    if (calls.every((call) => call !== undefined)) return { kind: "calls", id, calls, ...agent };
    return { kind: "bad", id, why: "an entry of `calls` has no `tool`" };
  }
  const call = callOf(request);
  return call
    ? { kind: "call", id, call, ...agent }
    : { kind: "bad", id, why: "the line has none of `tool`, `calls`, `cancel` and `remember`" };
}

function rememberLine(id: unknown, value: unknown): RequestLine {
  const { behavior, rule, scope } = (value ?? {}) as Partial<RememberedRule>;
  const isKnown = BEHAVIORS.includes(behavior as RememberedRule["behavior"]) && typeof rule === "string";
  if (!isKnown || !["session", "local", "user"].includes(scope ?? "")) {
    return {
      kind: "bad",
      id,
      why: "`remember` needs `behavior`, `rule` and a `scope` of session, local or user",
    };
  }
  return { kind: "remember", id, rule: { behavior, rule, scope } as RememberedRule };
}
