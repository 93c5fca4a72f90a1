import { readdir } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Effect, Type } from "../src/index.ts";
import { createWorld, tapping, tool } from "./world.ts";

const behavior = fc.constantFrom("allow", "ask", "deny", "none");
const effect = fc.constantFrom<Effect>(
  { kind: "read", path: "/tmp/in" },
  { kind: "write", path: "/tmp/out" },
  { kind: "exec", text: "git status", argv: ["git", "status"] },
  { kind: "connect", host: "example.com" },
  { kind: "state", slot: "s", access: "write" },
  { kind: "unknown" },
);
const rule = fc.constantFrom(
  "Act",
  "Act(text:a*)",
  "Read(//tmp/**)",
  "Edit(//tmp/out)",
  "Bash(git *)",
  "WebFetch(domain:example.com)",
);
const input = fc.oneof(
  fc.record({ text: fc.constantFrom("a", "b") }),
  fc.constant({ text: 5 }),
  fc.constant({ text: "rewrite" }),
);

const scene = fc.record({
  rules: fc.array(fc.record({ behavior: fc.constantFrom("allow", "ask", "deny"), text: rule }), {
    maxLength: 3,
  }),
  effects: fc.option(fc.array(effect, { maxLength: 3 }), { nil: undefined }),
  own: behavior,
  updated: fc.constantFrom(undefined, { text: "a" }, { text: "c" }, { text: 5 }),
  tap: behavior,
  pre: behavior,
  objection: fc.constantFrom(undefined, "not now"),
  mode: fc.constantFrom("default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"),
  name: fc.constantFrom("Act", "Nobody"),
  trusted: fc.boolean(),
  input,
});

/** An effect that depends on the input, where it is about a place. */
const placed = (one: Effect, text: string): Effect =>
  "path" in one ? { ...one, path: `${one.path}/${text}` } : one;

/** `npm run proof:decisions` makes it 10,000. */
const RUNS = Number(process.env["GAUNTLET_PROOF_RUNS"]) || 100;
const TIMEOUT_MS = 20_000 + RUNS * 60;

test("explain gives the decision the run makes, byte for byte apart from id and time", {
  timeout: TIMEOUT_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      scene,
      async ({ rules, effects, own, updated, tap, pre, objection, mode, name, trusted, input: given }) => {
        const act = tool("Act", {
          input: Type.Object({ text: Type.String() }),
          effects: (input) => effects?.map((one) => placed(one, (input as { text: string }).text)),
          validateInput: () => objection,
          checkPermission: () =>
            own === "none" ? undefined : { behavior: own as "allow", why: "own", updatedInput: updated },
        });
        const world = await createWorld({
          toolList: [act],
          mode: mode as "default",
          headless: true,
          trustEffects: trusted ? ["test-pack"] : [],
          permissions: Object.fromEntries(
            ["allow", "ask", "deny"].map((b) => [
              b,
              rules.filter((r) => r.behavior === b).map((r) => r.text),
            ]),
          ),
          plugins: [
            tapping(({ permission, preToolUse }) => {
              permission.tap("vote", ({ vote }) => {
                if (tap !== "none") vote(tap as "allow", "tap");
              });
              preToolUse.tap("vote", (draft) => {
                if ((draft.input as { text: string }).text === "rewrite") draft.rewrite({ text: "b" });
                if (pre !== "none") draft.vote(pre as "allow", "pre");
              });
            }),
          ],
        });
        const explained = await world.session.explain({ tool: name, input: given });
        const [settled] = await world.session.call([{ tool: name, input: given }]);
        if (!("decision" in explained)) {
          expect(settled?.decision).toBe(undefined);
          expect(settled?.outcome).toBe(explained.outcome);
          expect(settled?.block.content).toBe(explained.message);
          return;
        }
        const { id: _, at: __, ...expected } = explained.decision;
        const { id: ___, at: ____, ...made } = settled?.decision ?? explained.decision;
        expect(settled?.decision).toBeDefined();
        expect(JSON.stringify(made)).toBe(JSON.stringify(expected));
        if (explained.check !== undefined)
          expect(settled).toMatchObject({ outcome: "invalid", block: { content: explained.check } });
        await world.session.close();
      },
    ),
    { numRuns: RUNS },
  );
});

const sourcedRule = fc.record({
  behavior: fc.constantFrom("allow" as const, "ask" as const, "deny" as const),
  text: rule,
  source: fc.constantFrom("managed" as const, "user" as const, "project" as const, "cli" as const),
  anchor: fc.constant("/"),
});
/** A list, and the same list in another order. */
const reordered = fc
  .array(sourcedRule, { maxLength: 5 })
  .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })));

test("the order and the speed of rules, sources and voters change nothing", {
  timeout: TIMEOUT_MS,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      reordered,
      scene,
      fc.nat(3),
      fc.nat(3),
      async ([one, other], { effects, tap, pre }, slow, slower) => {
        const voter = (name: string, vote: string, ms: number) =>
          tapping(({ permission }) => {
            permission.tap("vote", async (ballot) => {
              await new Promise((resolve) => setTimeout(resolve, ms));
              if (vote !== "none") ballot.vote(vote as "allow", name);
            });
          }, name);
        const decided = async (rules: typeof one, plugins: readonly ReturnType<typeof voter>[]) => {
          const act = tool("Act", { input: Type.Object({ text: Type.String() }), effects: () => effects });
          const world = await createWorld({
            toolList: [act],
            trustEffects: ["test-pack"],
            permissions: {},
            rules,
            plugins,
          });
          const explained = await world.session.explain({ tool: "Act", input: { text: "a" } });
          if (!("decision" in explained)) return explained;
          const { id: _, at: __, votes, ...rest } = explained.decision;
          return { ...rest, votes: votes.map((vote) => JSON.stringify(vote)).sort() };
        };
        const first = await decided(one, [voter("a", tap, slow), voter("b", pre, slower)]);
        const second = await decided(other, [voter("b", pre, slow), voter("a", tap, slower)]);
        expect(second).toEqual(first);
      },
    ),
    { numRuns: Math.min(RUNS, 1_000) },
  );
});

describe("explain", () => {
  const rewriting = (updatedInput: unknown) =>
    tool("Act", {
      input: Type.Object({ path: Type.String() }),
      effects: (input) => [{ kind: "write", path: (input as { path: string }).path }],
      checkPermission: () => ({ behavior: "allow", why: "made safe", updatedInput }),
    });

  test("decides about the input the tool would rather run with", async () => {
    const world = await createWorld({
      toolList: [rewriting({ path: "/tmp/closed" })],
      permissions: { deny: ["Edit(//tmp/closed)"] },
      trustEffects: ["test-pack"],
    });
    expect(await world.session.explain({ tool: "Act", input: { path: "/tmp/open" } })).toMatchObject({
      decision: { effective: "deny", effects: [{ kind: "write", path: "/tmp/closed" }] },
    });
    await expect(readdir(world.state)).rejects.toThrow("ENOENT");
  });

  test("says that the input the tool would rather run with is not valid", async () => {
    const world = await createWorld({ toolList: [rewriting({ path: 5 })], permissions: {} });
    const call = { tool: "Act", input: { path: "/tmp/open" } };
    const explained = await world.session.explain(call);
    const [settled] = await world.session.call([call]);
    expect(explained).toMatchObject({ check: settled?.block.content });
    expect(settled?.outcome).toBe("invalid");
  });

  test.each([
    ["the given one", {}, undefined],
    ["another one", { path: "b" }, { path: "b" }],
  ])(
    "says which input is decided about, where that is another than the given one: %s",
    async (_, to, input) => {
      const rewrite = tapping(({ preToolUse }) => preToolUse.tap("rewrite", (draft) => draft.rewrite(to)));
      const world = await createWorld({ toolList: [tool("Act")], permissions: {}, plugins: [rewrite] });
      const explained = await world.session.explain({ tool: "Act", input: {} });
      expect("input" in explained ? explained.input : undefined).toEqual(input);
    },
  );

  test("runs no tool, asks nobody, writes nothing and tells nobody", async () => {
    const log: string[] = [];
    const world = await createWorld({
      toolList: [tool("Act", { execute: () => void log.push("ran") })],
      permissions: {},
      plugins: [
        tapping(({ preToolUse }) => preToolUse.tap("rewrite", (draft) => draft.rewrite({ path: "b" }))),
      ],
      answerers: [
        {
          name: "person",
          answer: async () => {
            log.push("asked");
            return { behavior: "allow" };
          },
        },
      ],
    });
    const explained = await world.session.explain({ tool: "Act", input: {} });
    expect(explained).toMatchObject({ decision: { behavior: "ask", effective: "ask" } });
    expect(log).toEqual([]);
    await expect(readdir(world.state)).rejects.toThrow("ENOENT");
    await world.session.close();
    await expect(readdir(world.state)).rejects.toThrow("ENOENT");
  });

  test("says what is wrong with a call that could not even be decided", async () => {
    const world = await createWorld({ toolList: [tool("Act")] });
    expect(await world.session.explain({ tool: "Atc", input: {} })).toMatchObject({ outcome: "invalid" });
    expect(await world.session.explain({ tool: "Act", input: [] })).toMatchObject({ outcome: "invalid" });
  });
});
