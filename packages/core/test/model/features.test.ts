import { expect, test } from "vitest";
import { createAnthropicModel } from "../../src/index.ts";

const BOTH = { toolReferences: true, strictTools: true };
const NONE = { toolReferences: false, strictTools: false };

test.each([
  ["claude-sonnet-5", BOTH],
  ["claude-opus-4-5", BOTH],
  ["claude-sonnet-4-5-20250929", BOTH],
  ["claude-haiku-4-5-20251001", { toolReferences: false, strictTools: true }],
  ["claude-opus-4-20250514", NONE],
  ["claude-opus-4-1", NONE],
  ["claude-3-5-sonnet-20241022", NONE],
  ["another-model-5", NONE],
  ["", NONE],
])("of the public API `%s` takes what its pages say", (model, features) => {
  expect(createAnthropicModel().features?.(model)).toEqual(features);
});

test("of another server nothing is known but what is configured", () => {
  const baseURL = "http://127.0.0.1:9";
  expect(createAnthropicModel({ baseURL }).features?.("claude-sonnet-5")).toEqual(NONE);
  const features = { toolReferences: true };
  expect(createAnthropicModel({ baseURL, features }).features?.("any")).toEqual({
    ...NONE,
    toolReferences: true,
  });
});

test("what is configured wins over what is known", () => {
  const model = createAnthropicModel({ features: { toolReferences: false } });
  expect(model.features?.("claude-sonnet-5")).toEqual({ ...BOTH, toolReferences: false });
});
