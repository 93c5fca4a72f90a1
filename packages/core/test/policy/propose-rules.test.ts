import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LocatedEffect } from "../../src/contract/effect.ts";
import { combine } from "../../src/policy/combine.ts";
import { proposeRules } from "../../src/policy/propose-rules.ts";
import { compileRules } from "../../src/policy/rules.ts";
import { call, context, ENV, exec, opaque, read, remove, rule, write } from "./fixtures.ts";

function decisionOn(effects: readonly LocatedEffect[]) {
  const verdict = combine({ votes: [], effectCount: effects.length, mode: "default", headless: false });
  return {
    id: "",
    at: "",
    ...verdict,
    votes: [],
    effects,
    mode: "default",
    headless: false,
    policies: [],
  } as const;
}

const propose = (effects: readonly LocatedEffect[], trusted = true) =>
  proposeRules("Probe", decisionOn(effects), { trusted });

/** Effects an allow rule covers, by index. */
function covered(
  rules: readonly string[],
  effects: readonly LocatedEffect[],
): readonly (number | undefined)[] {
  const set = compileRules(
    rules.map((text) => rule("allow", text)),
    ENV,
  );
  return set.votes(call({ effects }), context()).map(({ effect }) => effect);
}

describe("rules proposed for what nobody allowed", () => {
  test.each<[string, readonly LocatedEffect[], readonly string[]]>([
    ["a read", call({ effects: [read("/x/a.txt")] }).effects, ["Read(//x/a.txt)"]],
    ["a write", call({ effects: [write("/x/a.txt")] }).effects, ["Edit(//x/a.txt)"]],
    ["a tree", call({ effects: [read("/x", { tree: true })] }).effects, ["Read(//x/**)"]],
    ["a command", call({ effects: [exec("make"), opaque("make")] }).effects, ["Bash(make)"]],
    [
      "each command of a line, whatever it does",
      call({
        effects: [
          exec("npm test"),
          exec("rm x"),
          remove("/x/x", { command: 1, inherent: true }),
          opaque("rm x", { command: 1 }),
          read("/y", { command: 9 }),
        ],
      }).effects,
      ["Bash(npm test)", "Bash(rm x)", "Read(//y)"],
    ],
    ["more than five commands", [1, 2, 3, 4, 5, 6].map((n) => exec(`make ${n}`)), []],
    ["a command with a star", call({ effects: [opaque("rm *")] }).effects, []],
    ["a command of several lines", [exec('git commit -m "a\n\nb"')], []],
    ["a command that ends in the middle of a bracket", [opaque("echo (")], []],
    ["a command with brackets", [exec("echo (a)")], ["Bash(echo (a))"]],
    ["a path with half a bracket", call({ effects: [write("/x/a(1.txt")] }).effects, []],
    ["a path with brackets", call({ effects: [write("/x/a (1).txt")] }).effects, ["Edit(//x/a (1).txt)"]],
    ["a path that ends in a space no rule keeps", call({ effects: [write("/x/a\u00a0")] }).effects, []],
    ["a path of two lines", call({ effects: [read("/x/a\nb")] }).effects, []],
    ["unknown effects", [{ kind: "unknown" }], ["Probe"]],
    ["a host", [{ kind: "connect", host: "x.test" }], ["WebFetch(domain:x.test)"]],
    ["more than five things", call({ effects: [1, 2, 3, 4, 5, 6].map((n) => read(`/x/${n}`)) }).effects, []],
  ])("%s", (_, effects, rules) => {
    expect(propose(effects)).toEqual(rules);
  });

  test("name the tool when its effect claims are not believed", () => {
    expect(propose(call({ effects: [read("/x/a")] }).effects, false)).toEqual(["Probe"]);
  });

  test("are none when a rule or a protected path asks: no allow lifts that", () => {
    const decision = {
      ...decisionOn(call({ effects: [read("/x/a")] }).effects),
      because: [{ behavior: "ask", source: "user", voter: "rules", why: "asks" }],
    } as const;
    expect(proposeRules("Probe", decision, { trusted: true })).toEqual([]);
  });

  test("cover the path they are for and no other, whatever is in its name", () => {
    const name = fc
      .string({
        unit: fc.constantFrom(
          "a",
          "b",
          " ",
          "*",
          "?",
          "[",
          "]",
          "!",
          "#",
          "\\",
          "{",
          "}",
          "é",
          ".",
          "-",
          "(",
          ")",
          "\n",
          "\u00a0",
          ":",
        ),
        minLength: 1,
        maxLength: 8,
      })
      .filter((text) => text !== "." && text !== "..");
    fc.assert(
      fc.property(name, name, (one, other) => {
        fc.pre(one !== other);
        const [effect, neighbor] = call({ effects: [write(`/x/${one}`), write(`/x/${other}`)] })
          .effects as LocatedEffect[];
        const rules = propose([effect as LocatedEffect]);
        // None where no rule can name just this; what is proposed is a rule, and covers it.
        expect(covered(rules, [effect as LocatedEffect])).toEqual(rules.length > 0 ? [0] : []);
        if (!/[()\n\u00a0]/.test(one)) expect(rules).toHaveLength(1);
        expect(covered(rules, [neighbor as LocatedEffect])).toEqual([]);
      }),
    );
  });

  test("cover the command they are for, whatever is in it", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", " ", "(", ")", "'", '"', "\\", "\n", ":", "-", "="),
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(text, (command) => {
        const effects = [exec(command)];
        const rules = propose(effects);
        expect(covered(rules, effects)).toEqual(rules.length > 0 ? [0] : []);
      }),
    );
  });

  test.each(["x.test", "::1", "[::1]", "127.0.0.1", "a b", "x)"])(
    "cover the host %s, or are none",
    (host) => {
      const effects: readonly LocatedEffect[] = [{ kind: "connect", host }];
      const rules = propose(effects);
      expect(covered(rules, effects)).toEqual(rules.length > 0 ? [0] : []);
    },
  );
});
