import { describe, expect, test } from "vitest";
import { Type } from "../../src/index.ts";
import { callOne, createWorld, eventsOf, textOf, tool } from "../world.ts";

const typed = Type.Object({ lines: Type.Integer({ minimum: 0 }) });
const raw = { type: "object", properties: { lines: { type: "integer", minimum: 0 } }, required: ["lines"] };

describe.each<[string, object]>([
  ["made with Type", typed],
  ["raw JSON Schema", raw],
])("an output schema %s", (_, output) => {
  test("lets an output that fits through", async () => {
    const world = await createWorld({ toolList: [tool("Act", { output, execute: () => ({ lines: 3 }) })] });
    const settled = await callOne(world, "Act");
    expect([settled.outcome, JSON.parse(textOf(settled))]).toEqual(["succeeded", { lines: 3 }]);
  });

  test.each([[{ lines: -1 }], [{}], ["words"], [undefined]])(
    "makes a call that gives %j failed, and says that it was done",
    async (given) => {
      let acted = 0;
      const act = tool("Act", {
        output,
        execute: () => {
          acted += 1;
          return given;
        },
      });
      const world = await createWorld({ toolList: [act] });
      const settled = await callOne(world, "Act");
      expect([settled.outcome, settled.block.is_error, acted]).toEqual(["failed", true, 1]);
      expect(textOf(settled)).toMatch(
        /^Act was done, but what it gave is not what it declares, .*Do not repeat it; check what it did\.$/,
      );
      await world.session.close();
      expect(eventsOf(await world.journal(), "call.settled")[0]?.outcome).toBe("failed");
    },
  );
});

test("an output schema that cannot be used makes the call failed after the act, and says so", async () => {
  const world = await createWorld({
    toolList: [tool("Act", { output: { type: "nonsense" }, execute: () => 1 })],
  });
  const settled = await callOne(world, "Act");
  expect(settled.outcome).toBe("failed");
  expect(textOf(settled)).toContain("Act was done, but");
  expect(textOf(settled)).toContain("its schema cannot be used");
});
