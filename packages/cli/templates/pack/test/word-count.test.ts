import { test } from "node:test";
import { toolTester } from "@gauntlet/testing";
import { wordCount } from "../src/index.js";

test("WordCount counts words", () =>
  toolTester(wordCount, [
    { input: { file_path: "a.txt" }, files: { "a.txt": "one two\nthree\n" }, result: "a.txt has 3 words." },
    { input: { file_path: "a.txt" }, files: { "a.txt": "one" }, result: "1 word." },
    { input: { file_path: "empty.txt" }, files: { "empty.txt": "" }, result: "0 words." },
  ]));

test("WordCount says how to go on when there is no such file", () =>
  toolTester(wordCount, [{ input: { file_path: "none.txt" }, outcome: "invalid", result: "Glob" }]));
