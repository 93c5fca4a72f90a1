import { expect, test } from "vitest";
import type { Effect } from "../../src/index.ts";
import { callOne, createWorld, eventsOf, tool } from "../world.ts";

test.each<[string, readonly Effect[] | undefined, readonly string[]]>([
  ["a file", [{ kind: "read", path: "/x/a" }], ["files"]],
  [
    "two hosts and a command",
    [
      { kind: "exec", text: "curl" },
      { kind: "connect", host: "b.example.com" },
      { kind: "connect", host: "a.example.com" },
      { kind: "connect", host: "b.example.com" },
    ],
    ["command", "host:a.example.com", "host:b.example.com"],
  ],
  ["nothing", [], []],
  ["what is only written", [{ kind: "write", path: "/x/a" }], []],
  ["who knows what", undefined, ["unknown"]],
])("a result of %s says so in the journal", async (_, effects, from) => {
  const act = tool("Act", { effects: () => effects, execute: () => "x" });
  const world = await createWorld({ toolList: [act], mode: "bypassPermissions" });
  await callOne(world, "Act");
  expect(eventsOf(await world.journal(), "call.settled")[0]?.from).toEqual(from);
});

test("a call that did not run has none", async () => {
  const world = await createWorld({ toolList: [tool("Act")], permissions: {} });
  expect((await callOne(world, "Act")).outcome).toBe("denied");
  await world.session.close();
  expect(eventsOf(await world.journal(), "call.settled")[0]).not.toHaveProperty("from");
});
