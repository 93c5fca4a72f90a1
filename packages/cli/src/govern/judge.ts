import { resolve } from "node:path";
import { type Behavior, type Explanation, isInside, type Session } from "@gauntlet/core";
import { describeVote, viewDecision } from "../decision-view.ts";
import { visibleLine } from "../visible-line.ts";
import type { AgentProtocol, HookCall, HookVerdict, ToolMapping } from "./agent-protocol.ts";

/** A call of another agent in our words. */
export interface TranslatedCall {
  readonly mapping: ToolMapping;
  readonly input: Readonly<Record<string, unknown>>;
  /** What we do not understand of it: an allow is not enough then. */
  readonly doubts: readonly string[];
}

/**
 * Translates a call. Fields that the mapping does not know are left out and become doubts.
 * @param place `cwd` is where the agent is, `project` the directory whose configuration counts; both absolute.
 */
export function translate(
  call: HookCall,
  { tools }: AgentProtocol,
  place: { readonly cwd: string; readonly project: string },
): TranslatedCall {
  const outside = isInside(place.cwd, place.project)
    ? []
    : [`the agent is in \`${place.cwd}\`, outside of \`${place.project}\``];
  const mapping = Object.hasOwn(tools, call.tool) ? tools[call.tool] : undefined;
  if (!mapping) return { mapping: { as: call.tool }, input: call.input, doubts: outside };
  const { fields, ignored = [], paths = [] } = mapping;
  const input: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(call.input)) {
    if (fields === undefined || fields.includes(name)) {
      input[name] = paths.includes(name) && typeof value === "string" ? resolve(place.cwd, value) : value;
    } else if (!ignored.includes(name)) unknown.push(`it is not known here what \`${name}\` does`);
  }
  const moved = place.cwd === place.project ? {} : startingIn(place.cwd, mapping, input);
  return { mapping, input: { ...input, ...moved }, doubts: [...outside, ...unknown] };
}

/** What is relative is so to where the agent is; rules are about the project, so the session stays there. */
function startingIn(
  cwd: string,
  { shell, startsIn }: ToolMapping,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const command = shell === undefined ? undefined : input[shell];
  return {
    ...(startsIn !== undefined && input[startsIn] === undefined && { [startsIn]: cwd }),
    ...(shell !== undefined && typeof command === "string" && { [shell]: `cd ${quoted(cwd)}\n${command}` }),
  };
}

const quoted = (path: string): string => `'${path.replaceAll("'", "'\\''")}'`;

/** Decides about a translated call by the session's policy: runs nothing, asks nobody. */
export async function judge(
  session: Session,
  call: HookCall,
  { mapping, input, doubts }: TranslatedCall,
): Promise<HookVerdict> {
  const explanation = await session.explain({ tool: mapping.as, input });
  if (!("decision" in explanation)) return { behavior: "deny", why: clear(explanation.message) };
  const decision = viewDecision(explanation.decision);
  const reasons = [...new Set(decision.because.map(describeVote))];
  const verdict = (behavior: Behavior, more: readonly string[] = []): HookVerdict => ({
    behavior,
    why: clear([...more, ...reasons].slice(0, MOST_REASONS).join("; ")),
    ...changedInput(call, input, explanation),
  });
  if (decision.effective !== "allow") return verdict(decision.effective);
  const doubtful = [...doubts, ...(mapping.isQuestion ? ["the question is for the person"] : [])];
  return doubtful.length > 0 ? verdict("ask", doubtful) : verdict("allow");
}

const MOST_REASONS = 4;
const LONGEST_REASON = 2_000;

/** Names, rules and paths are strangers' words: nothing in them may pass for something else. */
const clear = (text: string): string => `gauntlet: ${visibleLine(text).slice(0, LONGEST_REASON)}`;

/** Where a plugin of ours changed the input, the agent has to run the changed one: the verdict is about that. */
function changedInput(
  { input: given }: HookCall,
  translated: Readonly<Record<string, unknown>>,
  explanation: Extract<Explanation, { decision: unknown }>,
): Pick<HookVerdict, "input"> {
  if (explanation.input === undefined) return {};
  const kept = Object.entries(given).filter(([name]) => !Object.hasOwn(translated, name));
  return { input: { ...Object.fromEntries(kept), ...(explanation.input as Record<string, unknown>) } };
}
