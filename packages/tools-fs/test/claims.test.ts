import { describe, test } from "vitest";
import { toolTester } from "../../testing/src/index.ts";
import { edit, glob, grep, read, write } from "../src/index.ts";

const trace = {
  module: new URL("../src/index.ts", import.meta.url).href,
  nodeArguments: ["--import", import.meta.resolve("tsx"), "--conditions=gauntlet-source"],
};
const files = {
  "a.txt": "one\ntwo\n",
  "b.txt": "two\nthree\n",
  "sub/c.md": "three\n",
  "sub/.gitignore": "*.log\n",
  "sub/x.log": "one\n",
};
const pairOf = (one: unknown, other: unknown) => ({ inputs: [one, other] as const, files });
const reads = (...paths: string[]) => paths.map((file_path) => ({ tool: "Read", input: { file_path } }));

describe("what the file tools claim is true", { timeout: 60_000 }, () => {
  test("Read", () =>
    toolTester(
      read,
      [
        { input: { file_path: "a.txt" }, files, result: "two" },
        { input: { file_path: "sub/c.md", offset: 1, limit: 1 }, files, result: "three" },
        { input: { file_path: "none.txt" }, files, outcome: "invalid", result: "does not exist" },
        { input: { file_path: "sub" }, files, outcome: "invalid", result: "directory" },
      ],
      { trace, pairs: [pairOf({ file_path: "a.txt" }, { file_path: "b.txt" })] },
    ));

  test("Write", () =>
    toolTester(
      write,
      [
        {
          input: { file_path: "new/deep/d.txt", content: "x" },
          files,
          filesAfter: { "new/deep/d.txt": "x" },
        },
        {
          input: { file_path: "a.txt", content: "x" },
          files,
          first: reads("a.txt"),
          filesAfter: { "a.txt": "x", "b.txt": files["b.txt"] },
        },
        { input: { file_path: "a.txt", content: "x" }, files, outcome: "invalid", filesAfter: files },
      ],
      { trace, others: [read] },
    ));

  test("Edit", () => {
    const input = { file_path: "sub/c.md", old_string: "three", new_string: "four" };
    return toolTester(
      edit,
      [
        { input, files, first: reads("sub/c.md"), filesAfter: { ...files, "sub/c.md": "four\n" } },
        { input, files, outcome: "invalid", filesAfter: files },
      ],
      { trace, others: [read] },
    );
  });

  test("Glob", () =>
    toolTester(
      glob,
      [
        { input: { pattern: "**/*.txt" }, files, result: /^a\.txt\nb\.txt$/ },
        { input: { pattern: "*", path: "sub" }, files, result: /^sub\/\.gitignore\nsub\/c\.md$/ },
        { input: { pattern: "sub/c.*" }, files, result: /^sub\/c\.md$/ },
        { input: { pattern: "*", path: "none" }, files, outcome: "invalid" },
      ],
      { trace, pairs: [pairOf({ pattern: "**/*.txt" }, { pattern: "sub/*" })] },
    ));

  test("Grep", () =>
    toolTester(
      grep,
      [
        { input: { pattern: "two" }, files, result: /^a\.txt\nb\.txt$/ },
        {
          input: { pattern: "three", path: "sub", output_mode: "content" },
          files,
          result: /^sub\/c\.md:1:three$/,
        },
        { input: { pattern: "one", path: "sub/x.log" }, files, result: /^sub\/x\.log$/ },
        { input: { pattern: "t", glob: "*.txt", output_mode: "count" }, files, result: "a.txt:1" },
        ...[{ "-A": 1e20 }, { "-B": -1 }, { "-C": 1.5 }, { context: 1_001 }].map((given) => ({
          input: { pattern: "one", output_mode: "content", ...given },
          outcome: "invalid" as const,
          result: Object.keys(given)[0] ?? "",
        })),
        ...[{ head_limit: 1e20 }, { offset: -1 }, { offset: 1e20 }].map((given) => ({
          input: { pattern: "one", ...given },
          outcome: "invalid" as const,
          result: Object.keys(given)[0] ?? "",
        })),
        { input: { pattern: "(" }, files, outcome: "failed", result: "regex parse error" },
      ],
      {
        // The search program itself is not the model's to choose, and runs nothing else.
        trace: { ...trace, incidental: [/\/@vscode\/ripgrep[^/]*\/bin\/rg$/] },
        pairs: [pairOf({ pattern: "two" }, { pattern: "three", output_mode: "content" })],
      },
    ));
});
