import { expect, test } from "vitest";
import { nearestPlace } from "../../src/edit/nearest-place.ts";

const FILE = [
  "function one() {",
  "  return load();",
  "}",
  "",
  "function two() {",
  "  return load();",
  "}",
  "function three() {",
  "  const x = load();",
  "  return x;",
  "}",
].join("\n");

const placeOf = (oldString: string) => {
  const found = nearestPlace(FILE, oldString);
  return found && [found.line, found.difference.line];
};

test("the place with the most lines in common is found, and the first line there that is another", () => {
  expect(placeOf("function two() {\n  return read();\n}")).toEqual([5, 6]);
  expect(placeOf("function three() {\n  const x = read();\n  return x;")).toEqual([8, 9]);
});

test("of places that are equally near the first counts", () => {
  expect(placeOf("function none() {\n  return load();\n}")).toEqual([1, 1]);
});

test("lines are compared without the blanks around them", () => {
  expect(placeOf("function two() {\n\treturn load();\n}")).toEqual([5, 6]);
});

test("a place that would begin before the file begins with the file", () => {
  expect(placeOf("// gone\nfunction one() {\n  return read();")).toEqual([1, 2]);
});

test("short lines alone are no place", () => {
  expect(placeOf("}\n\nx")).toBeUndefined();
  expect(placeOf("nothing of this")).toBeUndefined();
});
