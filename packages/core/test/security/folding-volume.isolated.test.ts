import { expect, it, vi } from "vitest";
import { createMachine } from "./world.ts";

// Switches are read when the modules load, so they are set before that.
vi.hoisted(() => {
  process.env["GAUNTLET_TEST"] = "1";
  process.env["GAUNTLET_TEST_CASE_INSENSITIVE"] = "1";
  process.env["GAUNTLET_TEST_UNICODE_NORMALIZING"] = "1";
});

it.each([
  ["in other case", "read ws/PRIVATE/Plan.md"],
  ["decomposed", "read ws/cafe\u0301/x"],
  ["both", "read ws/CAFE\u0301/x"],
] as const)("names on a volume that folds them are denied %s", async (_title, act) => {
  const machine = await createMachine({ rules: ["deny Read(./private/**)", "deny Read(./caf\u00e9/**)"] });
  expect(await machine.decide(act)).toBe("deny");
});
