import { expect, test } from "vitest";
import { callOne, createWorld, textOf, tool } from "./world.ts";

const definitionOf = async (world: Awaited<ReturnType<typeof createWorld>>, name: string) =>
  (await world.session.tools()).definitions.find((definition) => definition.name === name);

test("a description may depend on the session, and stays what it was", async () => {
  let asked = 0;
  const own = tool("Own", {
    describeFor: ({ cwd }) => {
      asked += 1;
      return `Works in ${cwd}.`;
    },
  });
  const world = await createWorld({ toolList: [own, tool("Other")] });
  expect((await definitionOf(world, "Own"))?.description).toBe(`Works in ${world.cwd}.`);
  await callOne(world, "Own");
  expect((await definitionOf(world, "Other"))?.description).toBe("The tool Other of the test.");
  expect(asked).toBe(1);
});

test("it knows which inputs a rule denies", async () => {
  const own = tool("Own", {
    describeFor: ({ denies }) => ["a", "b"].filter((level) => !denies({ level })).join(", "),
  });
  const world = await createWorld({
    toolList: [own],
    permissions: { deny: ["Own(level:a)"], allow: ["Own"] },
  });
  expect((await definitionOf(world, "Own"))?.description).toBe("b");
});

test("a tool that cannot describe itself is hidden, and a call of it is told why", async () => {
  const own = tool("Own", {
    describeFor: () => {
      throw new Error("no words");
    },
  });
  const world = await createWorld({ toolList: [own] });
  expect(await definitionOf(world, "Own")).toBeUndefined();
  expect(textOf(await callOne(world, "Own"))).toContain("it could not describe itself: no words");
});
