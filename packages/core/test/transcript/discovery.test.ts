import { expect, test } from "vitest";
import type { Message } from "../../src/index.ts";
import { createDiscovery, referencesIn } from "../../src/transcript/discovery.ts";
import { assistant, reference, result, text, use, user } from "./blocks.ts";

const found = (...names: string[]): Message =>
  user(result("1", [text("found"), ...names.map(reference)]), text("more"));
const after = (act: (discovery: ReturnType<typeof createDiscovery>) => void) => {
  const discovery = createDiscovery();
  act(discovery);
  return { names: [...discovery.names], unreferenced: [...discovery.unreferenced] };
};

test("tools are found by the references in results, in their order", () => {
  expect(after((it) => it.added([found("B", "A"), assistant(use("2", "C")), found("A", "D")]))).toEqual({
    names: ["B", "A", "D"],
    unreferenced: [],
  });
});

test("references are read in results of the user only", () => {
  expect(referencesIn(found("A"))).toEqual(["A"]);
  expect(referencesIn(user(result("1", "A"), text("A"), reference("A")))).toEqual([]);
  expect(referencesIn(assistant(result("1", [reference("A")])))).toEqual([]);
});

test("a tool whose references all leave the conversation is unreferenced from then on", () => {
  expect(
    after((it) => {
      it.added([found("A", "B")]);
      it.replaced([found("B")]);
      it.replaced([found("A", "B")]);
    }),
  ).toEqual({ names: ["A", "B"], unreferenced: ["A"] });
});

test("a tool the model used elsewhere counts as found, without a reference when none is there", () => {
  expect(
    after((it) =>
      it.loaded([
        user(text("go"), use("0", "No")),
        assistant(text("x"), use("1", "Used")),
        found("Found"),
        assistant(use("2", "Found")),
      ]),
    ),
  ).toEqual({ names: ["Found", "Used"], unreferenced: ["Used"] });
});
