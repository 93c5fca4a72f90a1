import { toolTester } from "@gauntlet/testing";
import { describe, expect, test } from "vitest";
import { BUILTIN_PACKS } from "../src/builtin-packs.ts";

const tools = BUILTIN_PACKS.flatMap(({ name: pack, tools: own, resources = [] }) =>
  own.map((tool) => ({
    pack,
    name: tool.name,
    tool,
    others: own.filter((other) => other !== tool),
    resources,
  })),
);

// What each tool does is proven by the claims of its pack; that it can be worked with at all is proven here for all.
describe("every tool the command brings passes the tester for authors", () => {
  test.each(tools)("$name of $pack", async ({ tool, others, resources }) => {
    const unknownKey = { input: { "a key no tool has": true }, outcome: "invalid" } as const;
    await expect(toolTester(tool, [unknownKey], { others, resources })).resolves.toBeUndefined();
  });
});
