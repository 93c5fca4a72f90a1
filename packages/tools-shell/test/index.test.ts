import { isPlugin } from "@gauntlet/core";
import { expect, test } from "vitest";
import plugin, { bash } from "../src/index.ts";

test("is a plugin with the one tool Bash", () => {
  expect(isPlugin(plugin)).toBe(true);
  expect(plugin.name).toBe("@gauntlet/tools-shell");
  expect(plugin.tools).toEqual([bash]);
});

test("shows the model this definition", () => {
  expect(bash.name).toBe("Bash");
  expect(bash.aliases).toEqual([]);
  expect(JSON.parse(JSON.stringify(bash.input))).toMatchObject({
    type: "object",
    required: ["command"],
    additionalProperties: false,
    properties: {
      command: { type: "string", minLength: 1 },
      timeout: { type: "number", minimum: 1 },
      description: { type: "string" },
    },
  });
});
