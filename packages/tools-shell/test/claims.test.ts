import { test } from "vitest";
import { toolTester } from "../../testing/src/index.ts";
import { bash } from "../src/index.ts";

const files = { "a.txt": "one\n" };

// A command may touch what it likes, so its effects say that it runs, and there is nothing to trace it against.
test("Bash keeps what it says of itself", () =>
  toolTester(bash, [
    { input: { command: "cat a.txt" }, files, result: "one", filesAfter: files },
    { input: { command: "echo two | tee b.txt" }, files, filesAfter: { ...files, "b.txt": "two\n" } },
    { input: { command: "exit 3" }, files, outcome: "failed", result: "3" },
  ]));
