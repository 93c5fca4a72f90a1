import { describe, expect, test } from "vitest";
import type { PolicyRevision } from "../src/contract/decision.ts";
import type { ReloadedSettings, RuleSource } from "../src/index.ts";
import { hook, settings as hookSettings } from "./command-hooks/hooks.ts";
import { callOne, createWorld, latch, tapping, textOf, tool, type WorldOptions } from "./world.ts";

type Behavior = RuleSource["behavior"];

const rule = (behavior: Behavior, text: string, source: RuleSource["source"] = "project"): RuleSource => ({
  behavior,
  text,
  source,
  anchor: "/",
});

/** Settings as files would give them: what was saved is read once. */
function files() {
  let next: (() => ReloadedSettings) | undefined;
  return {
    save(settings: ReloadedSettings | (() => ReloadedSettings)): void {
      next = typeof settings === "function" ? settings : () => settings;
    },
    reloadSettings: async (): Promise<ReloadedSettings | undefined> => {
      const read = next;
      next = undefined;
      return read?.();
    },
  };
}

function world(over: WorldOptions = {}) {
  const on = files();
  const options = { toolList: [tool("T"), tool("U")], reloadSettings: on.reloadSettings, ...over };
  return createWorld(options).then((of) => ({ ...of, save: on.save }));
}

const outcome = async (of: Parameters<typeof callOne>[0], name = "T") =>
  (await callOne(of, name, { on: "yes" })).outcome;

describe("changed settings reach every session", () => {
  test("whichever asks first, and one that is opened later", async () => {
    const of = await world();
    const other = await of.gauntlet.session();
    of.save({ rules: [rule("deny", "T(on:yes)")] });
    expect([await outcome(of), await outcome({ session: other })]).toEqual(["denied", "denied"]);
    const later = await of.gauntlet.session();
    expect(await outcome({ session: later })).toBe("denied");
    await Promise.all([other.close(), later.close()]);
  });

  test("also that they cannot be read, until they can", async () => {
    const of = await world();
    const other = await of.gauntlet.session();
    of.save(() => {
      throw new Error("line 3 is broken");
    });
    expect(textOf(await callOne(of, "T"))).toContain("line 3 is broken");
    expect(textOf(await callOne({ session: other }, "T"))).toContain("line 3 is broken");
    of.save({ rules: [] });
    expect([await outcome({ session: other }), await outcome(of)]).toEqual(["succeeded", "succeeded"]);
    await other.close();
  });

  test("with the hooks and the revisions of policies that they name", async () => {
    const policies = (revision: string): readonly PolicyRevision[] => [{ name: "acme", revision }];
    const of = await world({ policies: policies("1") });
    const other = await of.gauntlet.session();
    of.save({
      rules: [],
      policies: policies("2"),
      commandHooks: hookSettings([hook("PreToolUse", "exit 2", { matcher: "U" })]),
    });
    for (const session of [of.session, other]) {
      expect((await callOne({ session }, "T")).decision?.policies).toEqual(policies("2"));
      expect(await outcome({ session }, "U")).toBe("denied");
    }
    await other.close();
  });

  test("before a call that came while others were being judged", async () => {
    const [judging, goOn, waiting] = [latch(), latch(), latch()];
    const on = files();
    const of = await createWorld({
      toolList: ["T", "U"].map((name) => tool(name, { isConcurrencySafe: true })),
      plugins: [
        tapping(({ preToolUse }) =>
          preToolUse.tap("tells", ({ call }) => {
            if (call.tool.name === "T") waiting.open();
          }),
        ),
      ],
      reloadSettings: async () => {
        const read = await on.reloadSettings();
        if (read?.changes) {
          judging.open();
          await goOn.promise;
        }
        return read;
      },
    });
    on.save({ rules: [], changes: [{ file: "/a", source: "user_settings" }] });
    const one = callOne(of, "U");
    await judging.promise;
    on.save({ rules: [rule("deny", "T")] });
    const two = callOne(of, "T");
    await waiting.promise;
    await new Promise(setImmediate);
    goOn.open();
    expect([(await one).outcome, (await two).outcome]).toEqual(["succeeded", "denied"]);
  });
});

describe("a ConfigChange hook that refuses a change", () => {
  const refusing = {
    commandHooks: hookSettings([hook("ConfigChange", "grep -q /refused && exit 2; exit 0")]),
  };
  const refused = { file: "/refused", source: "project_settings" } as const;
  const own = { file: "/own", source: "user_settings" } as const;
  const managed = { file: "/managed", source: "policy_settings" } as const;
  const cautious: WorldOptions = { permissions: {}, ...refusing };

  test("keeps it out also when another file changes after it", async () => {
    const of = await world(cautious);
    of.save({ rules: [rule("allow", "T")], changes: [refused] });
    expect(await outcome(of)).toBe("denied");
    of.save({ rules: [rule("allow", "T"), rule("allow", "U", "user")], changes: [own] });
    expect([await outcome(of), await outcome(of, "U")]).toEqual(["denied", "denied"]);
  });

  test("keeps it out also when the organization changes something, which counts", async () => {
    const of = await world({
      ...cautious,
      permissions: {},
      rules: [rule("deny", "X(on:yes)"), rule("allow", "V")],
      toolList: [tool("T"), tool("U"), tool("V"), tool("X")],
    });
    of.save({
      rules: [rule("allow", "T"), rule("allow", "X"), rule("allow", "U", "managed")],
      changes: [refused, managed],
    });
    expect(await Promise.all(["T", "U", "V", "X"].map((name) => outcome(of, name)))).toEqual([
      "denied",
      "succeeded",
      // An allow that is no longer set is gone, and a deny that was set before stays.
      "denied",
      "denied",
    ]);
  });

  test("lets it in once it takes what the file became", async () => {
    const of = await world({
      ...cautious,
      commandHooks: hookSettings([hook("ConfigChange", `test -e "$MARK" || exit 2`)]),
    });
    process.env["MARK"] = "/nonexistent";
    of.save({ rules: [rule("allow", "T")], changes: [refused] });
    expect(await outcome(of)).toBe("denied");
    process.env["MARK"] = "/";
    of.save({ rules: [rule("allow", "T")], changes: [refused] });
    expect(await outcome(of)).toBe("succeeded");
    delete process.env["MARK"];
  });
});
