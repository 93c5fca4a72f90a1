import { test } from "vitest";
import { toolTester } from "../../testing/src/index.ts";
import { bash, monitor, shellSession, taskOutput, taskStop } from "../src/index.ts";

const files = { "a.txt": "one\n" };

// A command may touch what it likes, so its effects say that it runs, and there is nothing to trace it against.
test("Bash keeps what it says of itself", () =>
  toolTester(
    bash,
    [
      { input: { command: "cat a.txt" }, files, result: "one", filesAfter: files },
      { input: { command: "echo two | tee b.txt" }, files, filesAfter: { ...files, "b.txt": "two\n" } },
      { input: { command: "exit 3" }, files, outcome: "failed", result: "3" },
    ],
    { resources: [shellSession] },
  ));

const first = [{ tool: "Bash", input: { command: "echo one; exit 3", run_in_background: true } }];
const needs = { others: [bash], resources: [shellSession] };

test("TaskOutput keeps what it says of itself", () =>
  toolTester(
    taskOutput,
    [
      { input: {}, result: "There are no background tasks." },
      { input: {}, first, result: "Task bash_1" },
      { input: { bash_id: "bash_1" }, first, result: "Task bash_1" },
      { input: { task_id: "bash_1" }, outcome: "invalid", result: "There is no background task" },
    ],
    needs,
  ));

test("TaskStop keeps what it says of itself", () =>
  toolTester(
    taskStop,
    [
      { input: { shell_id: "bash_1" }, first, result: "Task bash_1" },
      { input: {}, outcome: "invalid", result: "`task_id` is missing" },
    ],
    needs,
  ));

test("Monitor keeps what it says of itself", () =>
  toolTester(
    monitor,
    [
      { input: { task_id: "bash_1", pattern: "one" }, first, result: "one" },
      {
        input: { command: "echo two > b.txt; echo three" },
        result: "three",
        filesAfter: { "b.txt": "two\n" },
      },
    ],
    needs,
  ));
