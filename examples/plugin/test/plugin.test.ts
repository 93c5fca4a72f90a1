import { test } from "node:test";
import { hookTester } from "@gauntlet/testing";
import toolsFs from "@gauntlet/tools-fs";
import generatedFiles from "../src/index.ts";

const packs = [toolsFs];
const files = { "generated/user.json": "{}\n", "schema/user.json": "{}\n" };
const readSchema = { tool: "Read", input: { file_path: "schema/user.json" } };
const writeSchema = { tool: "Write", input: { file_path: "schema/user.json", content: "[]\n" } };

test("generated files can be read and not changed, whatever a rule allows", () =>
  hookTester(
    generatedFiles,
    [
      {
        call: { tool: "Read", input: { file_path: "generated/user.json" } },
        files,
        outcome: "succeeded",
        result: "generated from schema/",
      },
      {
        call: { tool: "Write", input: { file_path: "generated/user.json", content: "mine" } },
        files,
        rules: { allow: ["Write"] },
        expect: "deny",
        because: "change schema/ instead",
        outcome: "denied",
      },
      // A tool nobody has heard of, and a tree around the directory: effects are what counts.
      {
        call: { tool: "Sweep", effects: [{ kind: "delete", path: ".", tree: true }] },
        files,
        expect: "deny",
      },
      { call: { tool: "Fetch", effects: [{ kind: "write", path: "lib/a.ts" }] }, expect: "allow" },
    ],
    { packs },
  ));

test("a change of the schema reminds of the generator, once in a session", () =>
  hookTester(
    generatedFiles,
    [
      {
        call: writeSchema,
        files,
        first: [readSchema],
        outcome: "succeeded",
        result: /run `npm run generate`/,
      },
      {
        call: writeSchema,
        files,
        first: [readSchema, writeSchema],
        outcome: "succeeded",
        result: /^(?!.*generate)/s,
      },
    ],
    { packs },
  ));
