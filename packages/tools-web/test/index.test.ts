import { isPlugin } from "@gauntlet/core";
import { expect, test } from "vitest";
import plugin from "../src/index.ts";

test("is a plugin that brings no tools yet", () => {
  expect(isPlugin(plugin)).toBe(true);
  expect(plugin.name).toBe("@gauntlet/tools-web");
  expect(plugin.tools).toEqual([]);
});
