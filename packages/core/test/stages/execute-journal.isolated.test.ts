import { expect, test, vi } from "vitest";
import { SessionError } from "../../src/index.ts";
import { callOne, createWorld, eventsOf, textOf, tool } from "../world.ts";

let isBroken = false;

vi.mock("../../src/session-record.ts", async (original) => {
  const module = await original<typeof import("../../src/session-record.ts")>();
  return {
    ...module,
    createRecord: (...parts: Parameters<typeof module.createRecord>) => ({
      ...module.createRecord(...parts),
      ensureWritable: () => {
        if (isBroken) throw new SessionError("GNT_SESSION_JOURNAL", "the journal cannot be written");
      },
    }),
  };
});

test("no call starts once the journal is broken, not even one that only reads", async () => {
  let ran = 0;
  const read = tool("Reads", { isReadOnly: true, effects: () => [], execute: () => void ran++ });
  const world = await createWorld({ toolList: [read] });
  expect((await callOne(world, "Reads")).outcome).toBe("succeeded");
  isBroken = true;
  const settled = await callOne(world, "Reads");
  expect([settled.outcome, ran]).toEqual(["failed", 1]);
  expect(textOf(settled)).toContain("the runtime failed: the journal cannot be written");
  await world.session.close();
  expect(eventsOf(await world.journal(), "call.intent")).toHaveLength(1);
});
