import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BEHAVIORS, type Behavior, MODES, type Vote } from "../../src/contract/decision.ts";
import { combine, readVote, type Verdict } from "../../src/policy/combine.ts";

const vote = (behavior: Behavior, effect?: number, why = "because"): Vote => ({
  behavior,
  source: "project",
  voter: "v",
  why,
  ...(effect === undefined ? {} : { effect }),
});

/** `deny`, `ask 0`, `allow 1` → votes. */
const parse = (texts: readonly string[]): Vote[] =>
  texts.map((text) => {
    const [behavior, effect] = text.split(" ");
    return vote(behavior as Behavior, effect === undefined ? undefined : Number(effect));
  });

describe("combine", () => {
  it.each<[string, string[], number, string, boolean, Behavior, Behavior, number[]]>([
    ["nobody votes on two effects", [], 2, "default", false, "ask", "ask", [0, 1]],
    ["nobody votes, headless", [], 2, "default", true, "ask", "deny", [0, 1]],
    ["nobody votes, dontAsk", [], 1, "dontAsk", false, "ask", "deny", [0]],
    ["nobody votes on a call without effects", [], 0, "default", false, "ask", "ask", []],
    ["nobody votes on a call without effects, headless", [], 0, "default", true, "ask", "deny", []],
    ["an allow for the call", ["allow"], 2, "default", false, "allow", "allow", []],
    ["an allow for a call without effects", ["allow"], 0, "default", false, "allow", "allow", []],
    ["an allow for the call, headless", ["allow"], 2, "default", true, "allow", "allow", []],
    ["an allow for the call, dontAsk", ["allow"], 2, "dontAsk", false, "allow", "allow", []],
    ["an allow for one of two effects", ["allow 0"], 2, "default", false, "ask", "ask", [1]],
    ["an allow for the other effect", ["allow 1"], 2, "default", false, "ask", "ask", [0]],
    ["an allow for one of two effects, headless", ["allow 0"], 2, "default", true, "ask", "deny", [1]],
    ["an allow for the only effect", ["allow 0"], 1, "default", false, "allow", "allow", []],
    ["an allow for each effect", ["allow 0", "allow 1"], 2, "default", false, "allow", "allow", []],
    ["two allows for the same effect", ["allow 0", "allow 0"], 2, "default", false, "ask", "ask", [1]],
    ["an ask for the call", ["ask"], 1, "default", false, "ask", "ask", []],
    ["an ask for the call, headless", ["ask"], 1, "default", true, "ask", "deny", []],
    ["an ask for the call, dontAsk", ["ask"], 1, "dontAsk", false, "ask", "deny", []],
    ["an ask in bypassPermissions", ["ask", "allow"], 1, "bypassPermissions", false, "ask", "ask", []],
    [
      "an ask in bypassPermissions, headless",
      ["ask", "allow"],
      1,
      "bypassPermissions",
      true,
      "ask",
      "deny",
      [],
    ],
    [
      "an ask for an effect and an allow for the call",
      ["ask 1", "allow"],
      2,
      "default",
      false,
      "ask",
      "ask",
      [],
    ],
    ["an ask for an allowed effect", ["allow 0", "ask 0"], 1, "acceptEdits", false, "ask", "ask", []],
    ["a deny for the call", ["deny"], 1, "default", false, "deny", "deny", []],
    [
      "a deny for one effect of three",
      ["deny 2", "allow 0", "allow 1"],
      3,
      "default",
      false,
      "deny",
      "deny",
      [],
    ],
    ["a deny and an allow for the call", ["deny", "allow"], 1, "default", false, "deny", "deny", []],
    [
      "a deny and three allows",
      ["allow", "allow 0", "deny 0", "allow"],
      1,
      "default",
      false,
      "deny",
      "deny",
      [],
    ],
    ["a deny and an ask", ["ask", "deny"], 1, "default", false, "deny", "deny", []],
    ["a deny in bypassPermissions", ["allow", "deny 0"], 1, "bypassPermissions", false, "deny", "deny", []],
    ["a deny in plan", ["allow", "deny 0"], 1, "plan", false, "deny", "deny", []],
    ["a deny, headless", ["allow", "deny"], 0, "default", true, "deny", "deny", []],
  ])("%s", (_, texts, effectCount, mode, headless, behavior, effective, uncovered) => {
    const verdict = combine({ votes: parse(texts), effectCount, mode: mode as "default", headless });
    expect(verdict).toMatchObject({ behavior, effective, uncovered });
  });

  it("agrees with a second reading of the rules on every ballot of up to three votes", () => {
    const kinds = BEHAVIORS.flatMap((behavior) => [undefined, 0, 1].map((effect) => vote(behavior, effect)));
    const ballots: Vote[][] = [[], ...kinds.map((one) => [one])];
    for (const a of kinds) for (const b of kinds) ballots.push([a, b]);
    for (const a of kinds) for (const b of kinds) for (const c of kinds) ballots.push([a, b, c]);

    let compared = 0;
    const differing: unknown[] = [];
    for (const votes of ballots) {
      for (const effectCount of [0, 1, 2]) {
        for (const mode of MODES) {
          for (const headless of [false, true]) {
            const { behavior, effective } = combine({ votes, effectCount, mode, headless });
            const other = oracle(votes, effectCount, mode, headless);
            if (behavior !== other[0] || effective !== other[1]) differing.push({ votes, effectCount, mode });
            compared += 1;
          }
        }
      }
    }
    expect(differing).toEqual([]);
    expect(compared).toBe((1 + 9 + 81 + 729) * 3 * 5 * 2);
  });

  it("names all deny votes, all ask votes, or the allows that cover the call", () => {
    const because = (texts: string[], effectCount: number): string[] =>
      combine({ votes: parse(texts), effectCount, mode: "default", headless: false }).because.map(
        ({ behavior, effect }) => `${behavior} ${effect ?? "call"}`,
      );
    expect(because(["deny 0", "ask", "deny", "allow"], 1)).toEqual(["deny 0", "deny call"]);
    expect(because(["allow", "ask 1", "ask 0"], 2)).toEqual(["ask 0", "ask 1"]);
    expect(because(["allow 0", "allow", "allow 1"], 2)).toEqual(["allow call"]);
    expect(because(["allow 1", "allow 0"], 2)).toEqual(["allow 0", "allow 1"]);
    expect(because(["allow 1"], 2)).toEqual([]);
  });

  it.each<[string, unknown]>([
    ["no object", "allow"],
    ["null", null],
    ["an unknown behavior", { ...vote("allow"), behavior: "permit" }],
    ["an inherited behavior name", { ...vote("allow"), behavior: "constructor" }],
    ["an effect index that is out of range", vote("allow", 1)],
    ["a negative effect index", vote("allow", -1)],
    ["a fractional effect index", vote("allow", 0.5)],
    ["an effect index that is text", { ...vote("allow"), effect: "0" }],
    ["an effect index that got lost", { ...vote("allow"), effect: undefined }],
    ["no source", { ...vote("allow"), source: undefined }],
    ["no voter", { ...vote("allow"), voter: undefined }],
    ["a reason that is no text", { ...vote("allow"), why: {} }],
  ])("counts a vote with %s as a deny", (_, broken) => {
    const votes = [vote("allow"), broken as Vote];
    const { behavior, because } = combine({
      votes,
      effectCount: 1,
      mode: "bypassPermissions",
      headless: false,
    });
    expect(behavior).toBe("deny");
    expect(because).toHaveLength(1);
  });

  it("keeps where the rule of a vote stands, and drops what is no text or number there", () => {
    const place = { rule: "Read", ruleId: "r1", file: "gauntlet.config.ts", line: 3 };
    expect(readVote({ ...vote("ask", 0), ...place }, 1)).toEqual({ ...vote("ask", 0), ...place });
    const odd = { rule: 1, ruleId: {}, file: null, line: "3", more: true };
    expect(Object.keys(readVote({ ...vote("ask"), ...odd }, 1))).toEqual(Object.keys(vote("ask")));
  });

  it("names the voter of a vote that cannot be read", () => {
    expect(readVote({ behavior: "yes", voter: "acme" }, 1)).toEqual({
      behavior: "deny",
      source: "builtin",
      voter: "acme",
      why: "`acme` cast a vote that cannot be read",
    });
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error("trap");
        },
        ownKeys: () => {
          throw new Error("trap");
        },
      },
    );
    expect(readVote(trap, 1)).toMatchObject({ behavior: "deny", voter: "unknown voter" });
  });

  it("reads each member of a vote once", () => {
    const answers = ["deny", "allow"];
    const shifty = Object.defineProperty({ ...vote("deny") }, "behavior", {
      enumerable: true,
      get: () => answers.shift(),
    });
    const { behavior } = combine({ votes: [shifty], effectCount: 0, mode: "default", headless: false });
    expect(behavior).toBe("deny");
  });
});

const anyVote = fc.record(
  {
    behavior: fc.constantFrom(...BEHAVIORS),
    source: fc.constantFrom("managed", "user", "hook", "builtin"),
    voter: fc.constantFrom("a", "b"),
    why: fc.constantFrom("x", "y"),
    effect: fc.nat(3),
    rule: fc.constantFrom("Bash", "Read"),
    line: fc.nat(5),
  },
  { requiredKeys: ["behavior", "source", "voter", "why"] },
) as fc.Arbitrary<Vote>;
const anyBallot = fc.record({
  votes: fc.array(anyVote, { maxLength: 8 }),
  effectCount: fc.constant(4),
  mode: fc.constantFrom(...MODES),
  headless: fc.boolean(),
});

describe("combine promises", () => {
  it("never turns a deny into anything else when a vote is added", () => {
    fc.assert(
      fc.property(anyBallot, anyVote, (ballot, extra) => {
        fc.pre(combine(ballot).behavior === "deny");
        expect(combine({ ...ballot, votes: [...ballot.votes, extra] }).behavior).toBe("deny");
      }),
    );
  });

  it("never turns an ask into an allow unless the added vote is an allow", () => {
    fc.assert(
      fc.property(anyBallot, anyVote, (ballot, extra) => {
        fc.pre(extra.behavior !== "allow" && combine(ballot).behavior !== "allow");
        expect(combine({ ...ballot, votes: [...ballot.votes, extra] }).behavior).not.toBe("allow");
      }),
    );
  });

  it("never allows against an ask vote, whatever is added", () => {
    fc.assert(
      fc.property(anyBallot, fc.array(anyVote), (ballot, more) => {
        const ask: Vote = { behavior: "ask", source: "managed", voter: "rules", why: "x" };
        expect(combine({ ...ballot, votes: [...more, ask, ...ballot.votes] }).effective).not.toBe("allow");
      }),
    );
  });

  it("gives the same bytes for every order and repetition of the same votes", () => {
    const shuffled = anyBallot.chain((ballot) =>
      fc.tuple(
        fc.constant(ballot),
        fc.shuffledSubarray([...ballot.votes], { minLength: ballot.votes.length }),
        fc.subarray([...ballot.votes]),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([ballot, votes, again]) => {
        const same = combine({ ...ballot, votes: [...again, ...votes] });
        expect(JSON.stringify(same)).toBe(JSON.stringify(combine(ballot)));
      }),
    );
  });
});

/** The rules read a second time, as bits: which behaviors occur, and which effects an allow leaves open. */
function oracle(
  votes: readonly Vote[],
  effectCount: number,
  mode: string,
  headless: boolean,
): [Verdict["behavior"], Verdict["effective"]] {
  const strength = { allow: 0, ask: 1, deny: 2 };
  let worst = 0;
  let open = effectCount === 0 ? 1 : 2 ** effectCount - 1;
  for (const { behavior, effect } of votes) {
    const lost = effect !== undefined && effect >= effectCount;
    worst = Math.max(worst, lost ? 2 : strength[behavior]);
    if (behavior === "allow" && !lost) open = effect === undefined ? 0 : open & ~(1 << effect);
  }
  if (worst === 2) return ["deny", "deny"];
  if (worst === 0 && open === 0) return ["allow", "allow"];
  return ["ask", headless ? "deny" : mode === "dontAsk" ? "deny" : "ask"];
}
