import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutJson } from "../src/json-layout.ts";

test.each([
  [
    '{"a":[1,{"b":"x,{:"}],"c":{},"d":[ ]}',
    '{\n  "a": [\n    1,\n    {\n      "b": "x,{:"\n    }\n  ],\n  "c": {},\n  "d": []\n}',
  ],
  ["12345678901234567890", "12345678901234567890"],
  ['{"n":1.10,"s":"\\"\\\\"}', '{\n  "n": 1.10,\n  "s": "\\"\\\\"\n}'],
])("lays out %s", (text, laidOut) => {
  expect(layOutJson(text)).toBe(laidOut);
});

test("any value stays what it is", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(JSON.parse(layOutJson(JSON.stringify(value)))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
