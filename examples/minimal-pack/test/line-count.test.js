// file: examples/minimal-pack/test/line-count.test.js
import { test } from "node:test";
import { toolTester } from "@gauntlet/testing";
import { lineCount } from "../src/index.js";

test("LineCount counts lines", () =>
  toolTester(lineCount, [
    { input: { file_path: "a.txt" }, files: { "a.txt": "one\ntwo\n" }, result: "a.txt has 2 lines." },
    { input: { file_path: "a.txt" }, files: { "a.txt": "no end" }, result: "1 line." },
    { input: { file_path: "empty.txt" }, files: { "empty.txt": "" }, result: "0 lines." },
  ]));

test("LineCount says how to go on when there is no such file", () =>
  toolTester(lineCount, [
    { input: { file_path: "none.txt" }, outcome: "invalid", result: "Glob" },
    { input: {}, outcome: "invalid", result: "`file_path` is missing" },
  ]));
