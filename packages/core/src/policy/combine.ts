import { BEHAVIORS, type Behavior, type Mode, type Source, type Vote } from "../contract/decision.ts";

/** Everything a decision depends on. `effectCount` is the number of effects votes may point at. */
export interface Ballot {
  readonly votes: readonly Vote[];
  readonly effectCount: number;
  readonly mode: Mode;
  readonly headless: boolean;
}

/** The outcome of a vote; see `Decision` for the members. */
export interface Verdict {
  readonly behavior: Behavior;
  readonly effective: Behavior;
  readonly because: readonly Vote[];
  readonly uncovered: readonly number[];
}

/**
 * Combines votes into one verdict: any deny denies; else any ask asks; else the call is allowed when one allow is
 * about the whole call or every effect has an allow of its own; else it asks, and `uncovered` names the effects
 * nobody allowed. Where nobody can be asked (`dontAsk`, headless) an ask is effectively a deny.
 *
 * Pure and total: a vote that cannot be read counts as a deny of its voter. Equal sets of votes give equal verdicts,
 * whatever their order.
 */
export function combine({ votes, effectCount, mode, headless }: Ballot): Verdict {
  const read = canonical(votes.map((vote) => readVote(vote, effectCount)));
  const { behavior, because, uncovered } = decide(read, effectCount);
  const effective = behavior === "ask" && (headless || mode === "dontAsk") ? "deny" : behavior;
  return { behavior, effective, because, uncovered };
}

function decide(votes: readonly Vote[], effectCount: number): Omit<Verdict, "effective"> {
  for (const behavior of ["deny", "ask"] as const) {
    const because = votes.filter((vote) => vote.behavior === behavior);
    if (because.length > 0) return { behavior, because, uncovered: [] };
  }
  const whole = votes.filter((vote) => vote.effect === undefined);
  if (whole.length > 0) return { behavior: "allow", because: whole, uncovered: [] };

  const allowed = new Set(votes.map((vote) => vote.effect));
  const uncovered = Array.from({ length: effectCount }, (_, index) => index).filter((i) => !allowed.has(i));
  if (effectCount > 0 && uncovered.length === 0) return { behavior: "allow", because: votes, uncovered };
  return { behavior: "ask", because: [], uncovered };
}

/**
 * A plain copy of a vote, each member read once; a deny vote naming the voter when the value is not a vote on one of
 * `effectCount` effects or on the whole call. Never throws, whatever it is given.
 */
export function readVote(value: unknown, effectCount: number): Vote {
  try {
    return copyOf(value, effectCount) ?? spoiled({ ...(value as object) });
  } catch {
    return spoiled({});
  }
}

function copyOf(value: unknown, effectCount: number): Vote | undefined {
  const { behavior, source, voter, why, rule, ruleId, file, line, ...rest } = value as Record<
    string,
    unknown
  >;
  if (!BEHAVIORS.includes(behavior as Behavior)) return undefined;
  if (typeof source !== "string" || typeof voter !== "string" || typeof why !== "string") return undefined;

  // An `effect` that is there but undefined is a lost index, not a vote on the whole call.
  const effect = rest["effect"];
  const scoped = Object.hasOwn(rest, "effect");
  if (scoped && !(Number.isInteger(effect) && (effect as number) >= 0 && (effect as number) < effectCount)) {
    return undefined;
  }
  return Object.freeze({
    behavior: behavior as Behavior,
    source: source as Source,
    voter,
    why,
    ...(scoped ? { effect: effect as number } : {}),
    ...(typeof rule === "string" ? { rule } : {}),
    ...(typeof ruleId === "string" ? { ruleId } : {}),
    ...(typeof file === "string" ? { file } : {}),
    ...(typeof line === "number" ? { line } : {}),
  });
}

function spoiled(value: Record<string, unknown>): Vote {
  const voter = typeof value["voter"] === "string" ? value["voter"] : "unknown voter";
  return Object.freeze({
    behavior: "deny",
    source: "builtin",
    voter,
    why: `\`${voter}\` cast a vote that cannot be read`,
  });
}

// Sorted by code units, not by locale, and without repetitions.
function canonical(votes: readonly Vote[]): readonly Vote[] {
  const byKey = new Map(votes.map((vote) => [JSON.stringify(vote), vote]));
  return [...byKey.keys()].sort().map((key) => byKey.get(key) as Vote);
}
