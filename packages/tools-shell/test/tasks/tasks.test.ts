import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type BashInput, bash } from "../../src/bash.ts";
import { runOrMove } from "../../src/foreground.ts";
import { runTask } from "../../src/tasks/run-task.ts";
import { taskOutput } from "../../src/tasks/task-output.ts";
import { taskStop } from "../../src/tasks/task-stop.ts";
import { createWorkplace, type Workplace } from "../context.ts";
import { isRunning, pidsIn } from "../is-running.ts";

let place: Workplace;
beforeEach(async () => {
  place = await createWorkplace();
});
afterEach(() => place.remove());

/** Starts a task and gives its id. */
async function start(command: string, more: Partial<BashInput> = {}): Promise<string> {
  const { text, taskId } = await bash.execute({ command, run_in_background: true, ...more }, place.context());
  expect(text).toContain(`ID: ${taskId}\n`);
  return taskId as string;
}
const ended = async (id: string): Promise<void> => void (await place.shell.tasks.find(id)?.ended);
const read = async (id: string, filter?: string): Promise<string> =>
  await taskOutput.execute({ task_id: id, ...(filter && { filter }) }, place.context());
const stop = async (id: string): Promise<string> => await taskStop.execute({ shell_id: id }, place.context());
const printed = async (id: string, text: string): Promise<string> => {
  for (;;) {
    const record = place.shell.tasks.recordOf(id);
    const all = record === undefined ? "" : readFileSync(record.path, "utf8");
    if (all.includes(text)) return all;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

describe("a background task", () => {
  test("is started at once, and its output goes to a file that is named", async () => {
    const { text, path } = await bash.execute(
      { command: "echo one; sleep 300", run_in_background: true },
      place.context(),
    );
    expect(text).toMatch(/^The command runs in the background\. ID: bash_1\n.*TaskOutput.*Monitor.*TaskStop/);
    await printed("bash_1", "one\n");
    expect(readFileSync(path as string, "utf8")).toBe("one\n");
  });

  test.each([
    ["exit 0", "Task bash_1 completed with exit code 0."],
    ["exit 3", "Task bash_1 failed with exit code 3."],
    ["kill -SEGV $$", "Task bash_1 was ended by signal SIGSEGV."],
  ])("says after `%s` how it ended", async (command, words) => {
    const id = await start(command);
    await ended(id);
    expect(await read(id)).toBe(`${words} No new output.`);
  });

  test("has empty input", async () => {
    const id = await start("cat; echo drained");
    await ended(id);
    expect(await read(id)).toContain("drained\n");
  });

  test("ends when its time is up", async () => {
    const id = await start("sleep 300", { timeout: 50 });
    await ended(id);
    expect(await read(id)).toContain("timed out and was stopped");
  });

  test("is stopped when it prints more than it may, and what it printed is kept", async () => {
    await place.remove();
    place = await createWorkplace({ maxTaskOutputBytes: 100_000 });
    const id = await start("yes");
    await ended(id);
    expect(await read(id)).toMatch(/^Task bash_1 was stopped, because it printed more than a task may\./);
    const { path } = place.shell.tasks.recordOf(id) as { path: string };
    expect(readFileSync(path).length).toBeLessThanOrEqual(100_000);
    expect(readFileSync(path).length).toBeGreaterThan(1_000);
  });

  test("tells the model of its end, unless it was stopped by it", async () => {
    await ended(await start("exit 3", { description: "try it" }));
    await stop(await start("sleep 300"));
    expect(place.told).toEqual([
      "Background task bash_1, `exit 3` (try it), has ended. Task bash_1 failed with exit code 3. TaskOutput shows what it printed.",
    ]);
  });

  test("that cannot run says why in its output", async () => {
    const id = await start("true");
    await ended(id);
    const context = place.context();
    const task = place.shell.tasks.start({
      command: "true",
      description: "",
      cwd: "/no/such/place",
      env: { PATH: process.env["PATH"] },
      timeoutMs: 1_000,
      maxOutputBytes: 1_000,
      sandbox: {},
    });
    await task.ended;
    expect(await taskOutput.execute({ task_id: task.record.id }, context)).toMatch(
      /Task bash_2 failed\. New output:\nNothing was run: the working directory/,
    );
  });
});

describe("reading a task", () => {
  test("gives what is new since the last time, and never that it still runs when it has ended", async () => {
    const id = await start("echo one; sleep 0.1; echo two; exit 3");
    await printed(id, "one\n");
    expect(await read(id)).toBe("Task bash_1 is running. New output:\none\n");
    await ended(id);
    expect(await read(id)).toBe("Task bash_1 failed with exit code 3. New output:\ntwo\n");
    expect(await read(id)).toBe("Task bash_1 failed with exit code 3. No new output.");
  });

  test("shows a line that has not ended, and shows it whole later", async () => {
    const id = await start("echo start; printf 'Password: '; sleep 300");
    await printed(id, "start\n");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await read(id)).toBe("Task bash_1 is running. New output:\nstart\nPassword: ");
  });

  test("gives of much output the end, from the start of a line, and names the file", async () => {
    const id = await start("seq 1 100000");
    await ended(id);
    const text = await read(id);
    expect(text).toMatch(/without [\d,]+ bytes before it, which are in the file `.*`:\n\d{5}\n/);
    expect(text).toMatch(/\n100000\n$/);
    expect(Buffer.byteLength(text)).toBeLessThan(30_000);
  });

  test("with a filter gives the lines that match", async () => {
    const id = await start("seq 1 100000; echo 'no newline: 777' | tr -d '\\n'");
    await ended(id);
    expect(await read(id, "^(7{2,5}|no .*)$")).toMatch(
      /New output:\n77\n777\n7777\n77777\nno newline: 777\n$/,
    );
    expect(await read(id)).toContain("No new output");
  });

  test("with a filter that takes for ever fails, and nothing counts as read", async () => {
    const id = await start(`printf '%s\\n' ${"a".repeat(40)}b`);
    await ended(id);
    await expect(read(id, "^(a+)+$")).rejects.toThrow("takes too long");
    expect(await read(id)).toContain("aaab\n");
  });

  test("without an id lists all tasks", async () => {
    expect(await taskOutput.execute({}, place.context())).toBe("There are no background tasks.");
    await ended(await start("exit 3", { description: "try it" }));
    await start("sleep 300");
    expect(await taskOutput.execute({}, place.context())).toBe(
      "Task bash_1 failed with exit code 3. `exit 3` (try it)\nTask bash_2 is running. `sleep 300`",
    );
  });

  test.each([
    [
      { task_id: "bash_7" },
      "There is no background task `bash_7`. None was started; start one with Bash and `run_in_background`.",
    ],
    [{ task_id: "a", bash_id: "b" }, "The ids name different tasks"],
    [{ filter: "(" }, "`(` is not a regular expression"],
  ])("refuses %j", async (input, words) => {
    expect(await taskOutput.validateInput(input, place.context())).toContain(words);
  });

  test("names the tasks there are in place of one there is not", async () => {
    const id = await start("exit 0");
    expect(await taskOutput.validateInput({ task_id: "none" }, place.context())).toBe(
      `There is no background task \`none\`. Use one of \`${id}\`.`,
    );
  });
});

describe("stopping a task", () => {
  test("ends everything it started", async () => {
    const id = await start(
      `bash -c 'sleep 300 & echo "pid $!"; sleep 301 & echo "pid $!"; echo ready; wait'`,
    );
    const pids = pidsIn(await printed(id, "ready"));
    expect(await stop(id)).toBe("Task bash_1 was stopped. Everything it had started is gone.");
    expect(pids.map(isRunning)).toEqual([false, false]);
    expect(await read(id)).toMatch(/^Task bash_1 was stopped\./);
  });

  test("that has ended says so, and how it ended", async () => {
    const id = await start("exit 3");
    await ended(id);
    expect(await stop(id)).toBe(
      "Nothing was stopped: the task had ended already. Task bash_1 failed with exit code 3.",
    );
  });

  test("needs an id", async () => {
    expect(await taskStop.validateInput({}, place.context())).toContain("`task_id` is missing");
  });
});

describe("the end of the session", () => {
  test("ends its tasks; the next one knows that they were running, and tells it", async () => {
    const id = await start(`echo "pid $$"; sleep 300; true`);
    const pids = pidsIn(await printed(id, "pid"));
    const record = place.shell.tasks.recordOf(id);
    await place.close();
    expect(pids.map(isRunning)).toEqual([false]);
    expect(await read(id)).toContain("was stopped");
    // As a crash leaves it: the last that was written is that the task runs.
    const [slot] = [{ name: "shell/tasks" }];
    place.slots.set(slot as never, id, record as never);
    await place.reopen();
    expect(place.told.at(-1)).toMatch(
      /^These background tasks were running when this session was last used.*\nbash_1: `echo/,
    );
    expect(await read(id)).toMatch(/^Task bash_1 ended with the earlier run of this session\. .*file/);
    expect(await stop(id)).toContain("had ended already");
    expect(await start("true")).toBe("bash_2");
  });
});

describe("a command whose time is up", () => {
  test("goes on in the background when that is asked for", async () => {
    const { text, taskId } = await bash.execute(
      { command: 'echo "pid $$"; sleep 300; true', timeout: 300, on_timeout: "background" },
      place.context(),
    );
    expect(text).toMatch(
      /^The command did not end within its 300 ms and goes on in the background\. ID: bash_1/,
    );
    const pids = pidsIn(await printed(taskId as string, "pid"));
    expect(pids.map(isRunning)).toEqual([true]);
  });

  test("and that ends before is like any other", async () => {
    const call = { on_timeout: "background" } as const;
    const output = await bash.execute({ ...call, command: "mkdir sub; cd sub; echo out" }, place.context());
    expect(output).toMatchObject({ text: "out\n", exitCode: 0, bytes: 4 });
    expect(output.taskId).toBeUndefined();
    await expect(bash.execute({ ...call, command: "pwd; exit 4" }, place.context())).rejects.toThrow(
      `The command failed with exit code 4. Its output:\n${place.cwd}/sub\n`,
    );
    expect(place.shell.tasks.list()).toEqual([]);
    expect(place.told).toEqual([]);
  });

  test("and that is interrupted is stopped", async () => {
    const person = new AbortController();
    const running = bash.execute(
      { command: 'echo "pid $$"; sleep 300; true', on_timeout: "background" },
      place.context({ signal: person.signal }),
    );
    const pids = pidsIn(await printed("bash_1", "pid"));
    person.abort();
    await expect(running).rejects.toThrow("The command was interrupted and stopped.");
    expect(pids.map(isRunning)).toEqual([false]);
  });

  test("and that was interrupted before anybody listened is stopped", async () => {
    const call = { command: "sleep 300; true", timeout: 300, on_timeout: "background" } as const;
    await expect(runOrMove(call, place.context({ signal: AbortSignal.abort() }))).rejects.toThrow(
      "The command was interrupted and stopped.",
    );
    expect(place.shell.tasks.list()).toEqual([]);
  });

  test("and that prints more than a task may says so", async () => {
    await place.remove();
    place = await createWorkplace({ maxTaskOutputBytes: 100_000 });
    const call = { command: "yes; true", on_timeout: "background" } as const;
    await expect(bash.execute(call, place.context())).rejects.toThrow(
      "The command was stopped, because it printed more than 100,000 bytes.",
    );
  });
});

describe("a task whose output cannot be kept", () => {
  const runTo = (write: () => void): ReturnType<typeof runTask> =>
    runTask(
      {
        id: "bash_1",
        command: "x",
        description: "",
        path: join(place.directory, `${Math.random()}`),
        maxOutputBytes: 1_000,
        sandbox: {},
        redact: (passOn) => ({ write: passOn, end: write }),
        cwd: place.cwd,
        env: {},
        timeoutMs: 1_000,
      },
      async ({ onOutput, signal }) => {
        await new Promise((resolve) => setImmediate(resolve));
        onOutput(Buffer.from("out\n"));
        return {
          exitCode: signal.aborted ? null : 0,
          signal: null,
          left: "none",
          ...(signal.aborted && { stoppedBy: "abort" as const }),
        };
      },
    );

  test("has failed, and rejects nowhere", async () => {
    // Writing to a file that is closed fails like a full disk.
    const task = runTo(() => undefined);
    task.log.close();
    await task.ended;
    expect(task.record.status).toBe("failed");
    await task.stop();
  });

  test("nor where the rest of it cannot be written", async () => {
    const task = runTo(() => {
      throw new Error("ENOSPC");
    });
    await task.ended;
    expect(task.record.status).toBe("completed");
  });

  test("nor where it could not be run", async () => {
    const task = runTask(
      {
        id: "bash_1",
        command: "x",
        description: "",
        path: join(place.directory, "out"),
        maxOutputBytes: 1_000,
        sandbox: {},
        redact: () => ({
          write: () => {
            throw new Error("ENOSPC");
          },
          end: () => {
            throw new Error("ENOSPC");
          },
        }),
        cwd: place.cwd,
        env: {},
        timeoutMs: 1_000,
      },
      () => Promise.reject(new Error("no bash")),
    );
    expect(await task.ended).toBeUndefined();
    expect(task.record.status).toBe("failed");
  });
});
