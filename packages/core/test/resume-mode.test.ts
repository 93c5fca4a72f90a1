import { describe, expect, test } from "vitest";
import { Gauntlet, type Mode, readJournal } from "../src/index.ts";
import { createWorld, tool } from "./world.ts";

/** A session that had a mode, taken up by another process with its own settings. */
async function resumedIn(
  had: Mode,
  settings: { mode?: Mode; defaultMode?: Mode; forbidBypass?: boolean },
  fork = false,
) {
  const world = await createWorld({ defaultMode: had });
  await world.prompt();
  await world.session.close();
  const other = new Gauntlet({
    plugins: [],
    cwd: world.cwd,
    home: world.cwd,
    stateDirectory: world.state,
    ...settings,
  });
  const session = await other.session({ resume: world.session.id, fork });
  const { entries } = await readJournal(`${session.directory}/journal.jsonl`);
  await session.close();
  const last = entries.findLast(({ event }) => event.type === "session.continued")?.event as { mode: Mode };
  return { mode: last.mode, warnings: session.warnings };
}

const CASES: [Mode, object, Mode][] = [
  ["acceptEdits", {}, "acceptEdits"],
  ["dontAsk", {}, "dontAsk"],
  ["acceptEdits", { defaultMode: "dontAsk" }, "acceptEdits"],
  ["acceptEdits", { mode: "default" }, "default"],
  ["plan", {}, "default"],
  ["plan", { defaultMode: "acceptEdits" }, "acceptEdits"],
  ["plan", { mode: "plan" }, "plan"],
  ["bypassPermissions", {}, "default"],
  ["bypassPermissions", { defaultMode: "bypassPermissions" }, "default"],
  ["bypassPermissions", { mode: "bypassPermissions" }, "bypassPermissions"],
  ["bypassPermissions", { forbidBypass: true }, "default"],
];

describe.each([
  ["gone on with", false],
  ["forked", true],
])("a session that is %s", (_, fork) => {
  test.each(CASES)("after the mode `%s` under %j is in `%s`", async (had, settings, mode) => {
    const resumed = await resumedIn(had, settings, fork);
    expect(resumed.mode).toBe(mode);
    expect(resumed.warnings).toEqual(
      had === mode ? [] : [`the session goes on in the mode \`${mode}\`; it was \`${had}\` before`],
    );
  });
});

test("a mode the person changed to while it ran holds again", async () => {
  let asked = 0;
  const world = await createWorld({
    toolList: [tool("Act")],
    permissions: { ask: ["Act"] },
    answerers: [
      {
        name: "person",
        answer: async () =>
          asked++ === 0 ? { behavior: "mode", mode: "acceptEdits" } : { behavior: "allow" },
      },
    ],
  });
  await world.session.call([{ tool: "Act", input: {} }]);
  await world.session.close();
  const session = await world.gauntlet.session({ resume: world.session.id });
  await session.close();
  const continued = (await world.journal()).findLast(
    ({ event }) => event.type === "session.continued",
  )?.event;
  expect(continued).toMatchObject({ mode: "acceptEdits" });
});
