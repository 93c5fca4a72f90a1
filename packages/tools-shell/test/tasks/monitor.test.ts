import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash } from "../../src/bash.ts";
import { monitor } from "../../src/tasks/monitor.ts";
import { createWorkplace, type Workplace } from "../context.ts";

let place: Workplace;
beforeEach(async () => {
  place = await createWorkplace();
});
afterEach(() => place.remove());

type Input = Parameters<typeof monitor.execute>[0];
const watch = async (input: Input, overrides = {}): Promise<string> =>
  await monitor.execute(input, place.context(overrides));

describe("waiting for a task", () => {
  test("ends with a line that matches, and gives everything up to now once", async () => {
    const command = "echo one; sleep 0.1; echo ready on 80; sleep 300";
    await bash.execute({ command, run_in_background: true }, place.context());
    expect(await watch({ task_id: "bash_1", pattern: "^ready" })).toBe(
      "Task bash_1 is running. New output:\none\nready on 80\n",
    );
    expect(await watch({ task_id: "bash_1", pattern: "^ready", timeout_ms: 50 })).toBe(
      "The time to wait is over and what you wait for has not come. Task bash_1 is running. No new output.",
    );
  });

  test("ends with a line that was printed before", async () => {
    await bash.execute({ command: "echo ready; sleep 300", run_in_background: true }, place.context());
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await watch({ task_id: "bash_1", pattern: "ready" })).toContain("ready\n");
  });

  test("ends with any line when no pattern is given", async () => {
    expect(await watch({ command: "sleep 0.05; echo one; sleep 300" })).toBe(
      "Task bash_1 is running. New output:\none\n",
    );
  });

  test("does not take half a line for a line", async () => {
    const command = "printf rea; sleep 0.2; echo dy; sleep 300";
    expect(await watch({ command, pattern: "^rea$|^ready$" })).toContain("New output:\nready\n");
  });

  test("ends with the task, whose end is not told twice", async () => {
    expect(await watch({ command: "echo a; sleep 0.05; printf b; exit 3", pattern: "never" })).toBe(
      "Task bash_1 failed with exit code 3. New output:\na\nb",
    );
    expect(place.told).toEqual([]);
  });

  test("shows people every line as it comes", async () => {
    const lines: string[] = [];
    await watch({ command: "seq 1 3", pattern: "never" }, { progress: (line: string) => lines.push(line) });
    expect(lines).toEqual(["1", "2", "3"]);
  });

  test("is interrupted without harm to the task", async () => {
    const person = new AbortController();
    setTimeout(() => person.abort(), 100);
    await expect(watch({ command: "sleep 300" }, { signal: person.signal })).rejects.toThrow(
      "The wait was interrupted; task bash_1 goes on.",
    );
    expect(place.shell.tasks.recordOf("bash_1")?.status).toBe("running");
  });

  test("with a pattern that takes for ever fails", async () => {
    const command = `echo ${"a".repeat(60)}!; sleep 300`;
    await expect(watch({ command, pattern: "^(a+)+$" })).rejects.toThrow("takes too long");
  });

  test("keeps up with a task that prints much", async () => {
    expect(await watch({ command: "seq 1 300000; echo ready; sleep 300", pattern: "ready" })).toMatch(
      /\n300000\nready\n$/,
    );
  });
});

describe("the declaration", () => {
  test.each<[Input, string]>([
    [{}, "Give either"],
    [{ task_id: "a", command: "b" }, "Give either"],
    [{ task_id: "a" }, "There is no background task `a`"],
    [{ command: "x", pattern: "[" }, "is not a regular expression"],
    [{ command: "a\0" }, "NUL"],
  ])("refuses %j", async (input, words) => {
    expect(await monitor.validateInput(input, place.context())).toContain(words);
  });

  test("touches what the command touches, or a task of the session", async () => {
    expect(await monitor.effects({ command: "cat x" }, place.context())).toContainEqual(
      expect.objectContaining({ kind: "exec", text: "cat x" }),
    );
    expect(await monitor.effects({ bash_id: "a" }, place.context())).toEqual([
      { kind: "state", slot: "shell/tasks/a", access: "write" },
    ]);
    expect(monitor.flags.isReadOnly({ command: "cat x" })).toBe(false);
    expect(monitor.flags.isReadOnly({ task_id: "a" })).toBe(true);
  });
});
