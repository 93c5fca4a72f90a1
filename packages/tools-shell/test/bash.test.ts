import { mkdirSync, readFileSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ExecuteContext } from "@gauntlet/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type BashOutput, bash } from "../src/bash.ts";
import { createWorkplace, type Workplace } from "./context.ts";
import { isRunning, pidsIn } from "./is-running.ts";

let place: Workplace;
beforeEach(async () => {
  place = await createWorkplace();
});
afterEach(() => place.remove());

interface Options extends Partial<ExecuteContext> {
  readonly timeout?: number;
}

const run = async (command: string, { timeout, ...overrides }: Options = {}): Promise<BashOutput> => {
  const input = timeout === undefined ? { command } : { command, timeout };
  return await bash.execute(input, place.context(overrides));
};

const failing = async (command: string, options?: Options): Promise<string> => {
  const outcome = await run(command, options).then(
    (output) => new Error(`it succeeded with ${output.text}`),
    (thrown: Error) => thrown,
  );
  return outcome.message;
};

describe("exit codes", () => {
  test("0 gives the output as it is", async () => {
    expect(await run("echo one; echo two")).toEqual({
      text: "one\ntwo\n",
      exitCode: 0,
      signal: null,
      timedOut: false,
      bytes: 8,
    });
  });

  test("gives blank text when nothing is printed", async () => {
    const output = await run("true");
    expect(bash.toModel(output, { command: "true" })).toBe("");
  });

  test("anything else is a failure that shows the code and all output", async () => {
    expect(await failing("echo out; echo bad >&2; exit 42")).toBe(
      "The command failed with exit code 42. Its output:\nout\nbad\n",
    );
  });

  test("a failure without output says so", async () => {
    expect(await failing("exit 3")).toBe("The command failed with exit code 3. It printed nothing.");
  });

  test("a program that does not exist is a failure with bash's own words", async () => {
    expect(await failing("no_such_program")).toMatch(/exit code 127.*\n.*no_such_program: command not found/);
  });

  test("death by a signal names the signal", async () => {
    expect(await failing("kill -SEGV $$")).toContain("ended by signal SIGSEGV");
  });

  test("only the last command of a list counts", async () => {
    expect((await run("false; true")).exitCode).toBe(0);
  });

  test("1 of a search without a match is an answer, with a remark", async () => {
    const { text, exitCode } = await run("grep -c nothing /dev/null");
    expect(exitCode).toBe(1);
    expect(text).toMatch(/^0\n\(exit code 1, .*no match.*\)$/);
  });

  test("2 of the same program is a failure", async () => {
    expect(await failing("grep x ./missing")).toContain("exit code 2");
  });
});

describe("output", () => {
  test("keeps the order of standard output and standard error", async () => {
    const { text } = await run("for i in {1..500}; do echo out $i; echo err $i >&2; done");
    expect(text).toBe(Array.from({ length: 500 }, (_, i) => `out ${i + 1}\nerr ${i + 1}\n`).join(""));
  });

  test("keeps a character whole that is written in two steps", async () => {
    expect((await run("printf 'a \\xe2'; sleep 0.2; printf '\\x80\\x94 b'")).text).toBe("a — b");
  });

  test("replaces bytes that are no text", async () => {
    expect((await run("printf 'a\\000b\\377c\\n'")).text).toBe("a�b�c\n");
  });

  test("holds neither colours nor overwritten progress, and says what is left out", async () => {
    const { text } = await run(
      "printf '\\033[32mgreen\\033[0m\\n'; for i in $(seq 1 3000); do printf '\\rloading %d%%' $i; done; printf '\\ndone\\r\\n'",
    );
    expect(text).toMatch(
      /^green\nloading 3000%\ndone\n\(2,999 pieces of output that a carriage return overwrote/,
    );
  });

  test("of a command bash cannot read is about the command alone", async () => {
    expect(await failing("echo one (two")).toMatch(/syntax error near .*\n.*line 1: `echo one \(two'\n/);
    expect(await failing("cd . && echo one (two")).toMatch(/line 1: `cd \. && echo one \(two'\n/);
  });

  test("of any size is kept in a file, previewed, and costs little memory", async () => {
    const before = process.memoryUsage().rss;
    const { text, bytes, path } = await run(
      "echo HEAD; head -c 50000000 /dev/zero | tr '\\0' x; echo; echo TAIL",
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024);
    expect(bytes).toBe(50_000_011);
    expect(statSync(path as string).size).toBe(bytes);
    expect(text).toMatch(/^HEAD\nx+/);
    expect(text).toMatch(/x\nTAIL\n$/);
    expect(text).toContain(path);
    expect(text.length).toBeLessThan(3_000);
  });

  test("of many characters of several bytes is previewed without a broken one", async () => {
    const { text, path } = await run("printf '你好😀%.0s' $(seq 1 20000)");
    expect(readFileSync(path as string, "utf8")).toBe("你好😀".repeat(20_000));
    expect(text).not.toContain("�");
  });

  test("of a failure is previewed too, with the file named", async () => {
    const message = await failing("seq 1 100000; exit 9");
    expect(message).toMatch(/exit code 9\. Its output:\n1\n2\n/);
    expect(message).toMatch(/The whole text is in the file `.+`/);
    expect(message).toMatch(/\n99999\n100000\n$/);
  });
});

describe("what a command finds", () => {
  test("is empty input, so that nothing waits", async () => {
    expect((await run("cat; echo rc=$?")).text).toBe("rc=0\n");
    expect((await run("read -p 'name? ' n; echo got=[$n]")).text).toBe("got=[]\n");
    expect((await run("tty || true")).text).toBe("not a tty\n");
  });

  test("is the working directory of the call", async () => {
    mkdirSync(join(place.cwd, "sub"));
    expect((await run("pwd", { cwd: join(place.cwd, "sub") })).text).toBe(`${place.cwd}/sub\n`);
  });

  test("is an environment without the host's credentials and test switches", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "secret-key");
    vi.stubEnv("ANTHROPIC_AUTH_TOKEN", "secret-token");
    vi.stubEnv("GAUNTLET_TEST_SWITCH", "secret-switch");
    vi.stubEnv("GAUNTLET_ORDINARY", "passed on");
    try {
      const { text } = await run("env");
      expect(text).not.toMatch(/secret-/);
      expect(text).toContain("GAUNTLET_ORDINARY=passed on\n");
      expect(text).toMatch(/^PATH=/m);
      expect(text).toMatch(/^PAGER=cat$/m);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  test("is its own text, quotes and line ends untouched", async () => {
    const command = `cat <<'X Y'\n$HOME \`id\` "q" 'a' \\n\nX Y\necho "it's" '$(no)'`;
    expect((await run(command)).text).toBe(`$HOME \`id\` "q" 'a' \\n\nit's $(no)\n`);
  });
});

describe("the end of a call", () => {
  test("does not wait for a child that holds the output open, stops it and says so", async () => {
    const { text } = await run('sleep 300 & echo "pid $!"; echo done');
    expect(text).toMatch(/done\n\(Something the command had started was still running/);
    expect(pidsIn(text).map(isRunning)).toEqual([false]);
  });

  test("does not wait for a child that goes on printing", async () => {
    const { text } = await run("(while :; do echo tick; sleep 0.02; done) & sleep 0.1; echo done");
    expect(text).toContain("done\n");
  });

  test("does not wait for a daemon outside the process group", async () => {
    const { text } = await run("setsid bash -c 'echo \"pid $$\"; exec sleep 300' & sleep 0.3; echo done");
    const [daemon] = pidsIn(text);
    expect(text).toMatch(/done\n$/);
    expect(isRunning(daemon as number)).toBe(true);
    process.kill(daemon as number, "SIGKILL");
  });

  test("says nothing of children that ended by themselves", async () => {
    expect((await run("(sleep 0.05; echo late) & echo early")).text).toBe("early\nlate\n");
    // Its output is closed a moment before it has ended.
    expect((await run("(exec >&- 2>&-; sleep 0.03) & echo early")).text).toBe("early\n");
  });

  test("comes at the time-out: the whole tree is gone, the output so far is shown", async () => {
    const message = await failing(
      `bash -c 'sleep 300 & echo "pid $!"; bash -c "echo pid \\$\\$; sleep 301; true"; true'; true`,
      { timeout: 700 },
    );
    expect(message).toMatch(/^The command timed out: it did not end within 700 ms and was stopped\./);
    const pids = pidsIn(message);
    expect(pids).toHaveLength(2);
    expect(pids.map(isRunning)).toEqual([false, false]);
  });

  test("comes at the time-out even for a tree that ignores polite signals", async () => {
    const message = await failing(`trap '' TERM INT; echo "pid $$"; (trap '' TERM; sleep 300); sleep 300`, {
      timeout: 300,
    });
    expect(message).toContain("timed out");
    expect(pidsIn(message).map(isRunning)).toEqual([false]);
  });

  test("comes with an abort, with the output so far", async () => {
    const person = new AbortController();
    const write = (chunk: Uint8Array | string) => {
      if (String(chunk).includes("pid")) person.abort();
      text += chunk;
    };
    let text = "";
    const message = await failing('echo "pid $$"; sleep 300; true', {
      signal: person.signal,
      openOutput: () => ({ write, close: async () => ({ bytes: text.length, text }) }),
    });
    expect(message).toMatch(/^The command was interrupted and stopped\..*Its output:\npid \d+\n$/);
    expect(pidsIn(message).map(isRunning)).toEqual([false]);
  });

  test("is at once when the call was aborted before it began", async () => {
    const message = await failing("touch made", { signal: AbortSignal.abort() });
    expect(message).toContain("was not started");
    expect(() => statSync(join(place.cwd, "made"))).toThrow("ENOENT");
  });

  test("lowers a larger time-out instead of refusing it", async () => {
    expect((await run("echo fast", { timeout: 9_999_999_999 })).text).toBe(
      "fast\n(`timeout` was lowered to 600,000 ms, the largest value.)",
    );
  });

  test("is reported when the output cannot be taken", async () => {
    const message = await failing("echo hello", {
      openOutput: () => ({
        write: () => {
          throw new Error("collector broke");
        },
        close: async () => ({ bytes: 0, text: "" }),
      }),
    });
    expect(message).toContain("its output could not be collected (collector broke)");
  });
});

describe("a call that cannot run", () => {
  test.each([
    ["a NUL byte", "echo a\0b", "NUL byte"],
    [
      "a command longer than the system takes",
      `: ${"é".repeat(70_000)}`,
      "140,002 bytes, a command may have 131,000",
    ],
  ])("is refused before it starts: %s", async (_, command, words) => {
    expect(await bash.validateInput({ command }, place.context())).toContain(words);
  });

  test("takes a command of the largest size", async () => {
    const command = `cd .; : ${"x".repeat(130_991)}`;
    expect(await bash.validateInput({ command }, place.context())).toBeUndefined();
    expect((await run(command)).exitCode).toBe(0);
  });

  test("says that the working directory is gone, not that bash is missing", async () => {
    const cwd = join(place.cwd, "gone");
    mkdirSync(cwd);
    rmdirSync(cwd);
    const words = `the working directory \`${cwd}\` no longer exists`;
    expect(await bash.validateInput({ command: "pwd" }, place.context({ cwd }))).toContain(words);
    expect(await failing("pwd", { cwd })).toContain(words);
  });
});

describe("the declaration", () => {
  test("claims no safety of its own, and says what the command would do", async () => {
    const input = { command: "cat a; $x" };
    expect(bash.flags.isReadOnly(input)).toBe(false);
    expect(bash.flags.isConcurrencySafe(input)).toBeUndefined();
    expect(await bash.effects(input, place.context())).toEqual([
      { kind: "exec", text: "cat a", argv: ["cat", "a"], complete: true, line: "cat a; $x" },
      { kind: "read", path: join(place.cwd, "a"), command: 0, inherent: true },
      {
        kind: "opaque",
        text: "$x",
        reasons: ["which program runs is not known before it runs"],
        line: "cat a; $x",
      },
      { kind: "state", slot: "cwd", access: "write" },
    ]);
  });

  test.each([
    ["npm test", "run npm test"],
    ["  cd a &&\n npm test", "run cd a && …"],
    ["x".repeat(200), `run ${"x".repeat(100)} …`],
    ["echo a\u001b[2K\u202eb", "run echo a\\u{1b}[2K\\u{202e}b"],
  ])("puts %j in words", (command, words) => {
    expect(bash.describeCall({ command })).toBe(words);
  });

  test("does not let the model's description stand for the command", () => {
    expect(bash.describeCall({ command: "rm -rf x", description: "list files" })).toBe("run rm -rf x");
  });
});

test("variables the session sets are in the environment of a command, beside those of the host", async () => {
  const { text } = await run('echo "$PROJECT_COLOR $HOME"', { environment: { PROJECT_COLOR: "blue" } });
  expect(text).toBe(`blue ${process.env["HOME"]}\n`);
});
