import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Type } from "../../src/index.ts";
import {
  callOne,
  createWorld,
  eventsOf,
  scratchDirectory,
  tapping,
  textOf,
  tool,
  type WorldOptions,
} from "../world.ts";
import { decides, hook, hookWorld, runsOf, saying, script, settings } from "./hooks.ts";

const input = Type.Object({ command: Type.String() });

/** A tool that runs nothing and notes with what it was called; nobody allows it but hooks. */
function world(hooks: Parameters<typeof hookWorld>[0], options: WorldOptions = {}, ran: unknown[] = []) {
  const shell = tool("Shell", {
    input,
    aliases: ["OldShell"],
    execute: (given) => {
      ran.push(given);
      return "ran";
    },
  });
  return hookWorld(hooks, { toolList: [shell], permissions: {}, ...options });
}

const call = (of: Parameters<typeof callOne>[0], command = "ls") => callOne(of, "Shell", { command });

describe("a PreToolUse hook", () => {
  test("reads the call as one JSON object", async () => {
    const seen = join(await scratchDirectory(), "seen");
    const of = await world([hook("PreToolUse", `cat > ${seen}; ${saying(decides("allow"))}`)]);
    const settled = await call(of, "ls -l");
    expect(settled.outcome).toBe("succeeded");
    expect(await readFile(seen, "utf8")).toBe(
      JSON.stringify({
        session_id: of.session.id,
        transcript_path: join(of.session.directory, "journal.jsonl"),
        cwd: of.cwd,
        permission_mode: "default",
        hook_event_name: "PreToolUse",
        tool_name: "Shell",
        tool_input: { command: "ls -l" },
        tool_use_id: settled.id,
      }),
    );
  });

  test.each<[string, string, string]>([
    ["allow", saying(decides("allow")), "succeeded"],
    ["deny", saying(decides("deny", { permissionDecisionReason: "not today" })), "denied"],
    ["ask", saying(decides("ask")), "denied"],
    ["exit code 2", "echo not today >&2; exit 2", "denied"],
    ["nothing", "true", "denied"],
    ["a crash", "kill -9 $$", "denied"],
    ["a missing program", "/nonexistent/hook", "denied"],
    ["invalid JSON", "echo '{'", "denied"],
  ])("that answers with %s decides", async (_, line, outcome) => {
    expect((await call(await world([hook("PreToolUse", line)]))).outcome).toBe(outcome);
  });

  test("tells the model its reason, and people where it is set", async () => {
    const of = await world([hook("PreToolUse", "echo not today >&2; exit 2", { file: "/s.json", line: 3 })]);
    const settled = await call(of);
    expect(textOf(settled)).toContain("the PreToolUse hook `echo not today >&2; exit 2` objects: not today");
    expect(settled.decision?.because).toMatchObject([{ source: "hook", file: "/s.json", line: 3 }]);
  });

  test("that fails denies a call that is allowed otherwise, unless it may fail", async () => {
    const allowed = { permissions: { allow: ["Shell"] } };
    const failing = "exit 1";
    expect((await call(await world([hook("PreToolUse", failing)], allowed))).outcome).toBe("denied");
    const lenient = hook("PreToolUse", failing, { onFailure: "continue" });
    expect((await call(await world([lenient], allowed))).outcome).toBe("succeeded");
  });

  test.each([
    ["a deny rule", { permissions: { deny: ["Shell(command:ls)"] } }],
    ["an ask rule", { permissions: { ask: ["Shell(command:ls)"] } }],
    ["a mode that plans", { mode: "plan" as const }],
    [
      "a tap",
      { plugins: [tapping(({ permission }) => permission.tap("no", (ballot) => ballot.vote("deny", "no")))] },
    ],
  ])("cannot lift %s with its allow", async (_, options) => {
    expect((await call(await world([hook("PreToolUse", saying(decides("allow")))], options))).outcome).toBe(
      "denied",
    );
  });

  test("runs for its matcher alone, by any name of the tool", async () => {
    const denying = (matcher: string) => hook("PreToolUse", "exit 2", { matcher });
    const outcome = async (matcher: string) =>
      (await call(await world([denying(matcher)], { permissions: { allow: ["Shell"] } }))).outcome;
    expect([await outcome("Other|She"), await outcome("OldShell"), await outcome("Sh.*")]).toEqual([
      "succeeded",
      "denied",
      "denied",
    ]);
  });

  test.each<[string, ReturnType<typeof hook>]>([
    [
      "under another condition",
      hook("PreToolUse", { type: "command", command: "exit 2", if: "Shell(command:push*)" }),
    ],
    [
      "where nobody waits for it",
      hook("PreToolUse", { type: "command", command: "exit 2", async: true, if: "Shell(command:rm*)" }),
    ],
    [
      "where nobody waits for it but to be told",
      hook("PreToolUse", { type: "command", command: "exit 2", asyncRewake: true }),
    ],
    [
      "with less time",
      hook("PreToolUse", { type: "command", command: "exit 2", timeout: 0.001 }, { onFailure: "continue" }),
    ],
  ])("guards also when its program is set before %s", async (_, first) => {
    const guard = hook(
      "PreToolUse",
      { type: "command", command: "exit 2", if: "Shell(command:rm*)" },
      { onFailure: "continue" },
    );
    const of = await world([first, guard], { permissions: { allow: ["Shell"] } });
    expect((await call(of, "rm -rf x")).outcome).toBe("denied");
  });

  test("does not run for what is no call: an unknown tool, an input that does not fit", async () => {
    const of = await world([hook("PreToolUse", "true")]);
    await callOne(of, "Nothing");
    await callOne(of, "Shell", { command: 7 });
    expect(await runsOf(of)).toEqual([]);
  });

  test("is written into the journal with its exit, time and output, secrets masked", async () => {
    const of = await world([
      hook("PreToolUse", "echo token=ghp_0123456789abcdefghijklmnopqrstuvwxyzAB; echo why >&2; exit 3"),
    ]);
    const { id } = await call(of);
    expect(await runsOf(of)).toMatchObject([
      {
        event: "PreToolUse",
        source: "user",
        call: id,
        exitCode: 3,
        durationMs: expect.any(Number),
        stdout: expect.not.stringContaining("ghp_0123456789abcdefghijklmnopqrstuvwxyzAB"),
        stderr: "why\n",
        failure: "ended with exit code 3: why",
      },
    ]);
  });

  test("gets the project in its environment, and neither test switches nor telemetry of the host", async () => {
    const file = join(await scratchDirectory(), "env");
    process.env["OTEL_SERVICE_NAME"] = "host";
    process.env["BASH_ENV"] = "/nonexistent";
    try {
      const of = await world([hook("PreToolUse", `env > ${file}`)]);
      await call(of);
      const env = (await readFile(file, "utf8")).split("\n");
      expect(env).toContain(`CLAUDE_PROJECT_DIR=${of.cwd}`);
      expect(env).toContain(`PWD=${of.cwd}`);
      expect(env.filter((line) => /^(OTEL_|BASH_ENV=|CLAUDE_ENV_FILE)/.test(line))).toEqual([]);
    } finally {
      delete process.env["OTEL_SERVICE_NAME"];
      delete process.env["BASH_ENV"];
    }
  });

  test("reads no start-up files, however its host was started", async () => {
    const home = await scratchDirectory();
    await writeFile(join(home, ".bashrc"), "echo welcome; exit 2\n");
    const before = { ...process.env };
    Object.assign(process.env, { HOME: home });
    delete process.env["SHLVL"];
    try {
      expect((await call(await world([hook("PreToolUse", saying(decides("allow")))]))).outcome).toBe(
        "succeeded",
      );
    } finally {
      Object.assign(process.env, before);
    }
  });

  test("given with arguments is started without a shell", async () => {
    const file = await script('#!/bin/sh\nprintf "%s\\n" "$@" >&2\nexit 2\n');
    const args = ["$HOME", "$" + "{CLAUDE_PROJECT_DIR}", "a b"];
    const of = await world([hook("PreToolUse", { type: "command", command: file, args })]);
    expect(textOf(await call(of))).toContain(`objects: $HOME\n${of.cwd}\na b`);
  });

  test("that nobody waits for votes nothing, and ends with the session", async () => {
    const watcher = { type: "command", command: "sleep 60; exit 2", async: true } as const;
    const of = await world([hook("PreToolUse", watcher)], { permissions: { allow: ["Shell"] } });
    expect((await call(of)).outcome).toBe("succeeded");
    expect(await runsOf(of)).toMatchObject([{ failure: "was ended because the work was stopped" }]);
  });

  test("that nobody waits for can wake the model with exit code 2", async () => {
    const waker = {
      type: "command",
      command: "echo the build broke >&2; exit 2",
      asyncRewake: true,
    } as const;
    const of = await world([hook("PreToolUse", waker)], { permissions: { allow: ["Shell"] } });
    await call(of);
    while (eventsOf(await of.journal(), "hook.ran").length === 0);
    await of.prompt("go on");
    expect(JSON.stringify(of.model.requests[0]?.messages)).toContain("says: the build broke");
  });

  test("does not wake the model from an explanation", async () => {
    const file = join(await scratchDirectory(), "ran");
    const command = `touch ${file}; echo the build broke >&2; exit 2`;
    const waker = { type: "command", command, asyncRewake: true } as const;
    const of = await world([hook("PreToolUse", waker)], { permissions: { allow: ["Shell"] } });
    await of.session.explain({ tool: "Shell", input: { command: "ls" } });
    while (!existsSync(file)) await new Promise(setImmediate);
    await call(of);
    while (eventsOf(await of.journal(), "hook.ran").length === 0);
    await of.prompt("go on");
    expect(JSON.stringify(of.model.requests[0]?.messages).split("says: the build broke")).toHaveLength(2);
  });

  test("adds texts for the model, all of those of all hooks, once each", async () => {
    const context = (additionalContext: string) =>
      hook("PreToolUse", saying(decides("allow", { additionalContext })));
    const of = await world([context("one"), context("two")]);
    expect(textOf(await call(of))).toBe("ran\n\none\n\ntwo");
  });

  test("that writes a long text has it stored, and the model reads a preview with its place", async () => {
    const long = saying({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        additionalContext: "x".repeat(20_000),
      },
    });
    const text = textOf(await call(await world([hook("PreToolUse", await script(`#!/bin/sh\n${long}`))])));
    expect(text.length).toBeLessThan(4_000);
    const [, path = ""] = /in the file `([^`]+)`/.exec(text) ?? [];
    expect(await readFile(path, "utf8")).toBe("x".repeat(20_000));
  });

  test("that stops the work denies, and the prompt ends when the results are in", async () => {
    const of = await world([hook("PreToolUse", saying({ continue: false, stopReason: "over" }))]);
    const settled = await call(of);
    expect([settled.outcome, settled.endTurn]).toEqual(["denied", "over"]);
  });
});

describe("a condition", () => {
  const outcome = async (rule: string, command: string) => {
    const shell = tool("Shell", {
      input,
      effects: (given) => {
        const { command: text } = given as { command: string };
        return text === "?" ? [{ kind: "opaque", text, reasons: ["test"] }] : [{ kind: "exec", text }];
      },
    });
    const guard = hook("PreToolUse", { type: "command", command: "exit 2", if: rule });
    return (await call(await hookWorld([guard], { toolList: [shell] }), command)).outcome;
  };

  test.each([
    ["Bash(git *)", "git push", "denied"],
    ["Bash(git *)", "ls", "succeeded"],
    ["Bash(git *)", "?", "denied"],
    ["Shell", "ls", "denied"],
    ["Read", "ls", "succeeded"],
  ])("%s lets the hook run for `%s`: %s", async (rule, command, expected) => {
    expect(await outcome(rule, command)).toBe(expected);
  });

  test("that cannot be judged lets the hook run", async () => {
    const shell = tool("Shell", {
      input,
      effects: () => {
        throw new Error("no idea");
      },
    });
    const guard = hook("PreToolUse", {
      type: "command",
      command: "echo here >&2; exit 2",
      if: "Bash(git *)",
    });
    expect(textOf(await call(await hookWorld([guard], { toolList: [shell] })))).toContain("here");
  });
});

describe("a rewrite by a hook", () => {
  const rewriting = (code: string, over = {}) =>
    hook(
      "PreToolUse",
      `node -e 'let s="";process.stdin.on("data",d=>s+=d).on("end",()=>{const i=JSON.parse(s);const c=i.tool_input.command;const o=i.original_tool_input;${code}})'`,
      over,
    );
  const wrap = (word: string) =>
    rewriting(
      `console.log(JSON.stringify({hookSpecificOutput:{hookEventName:"PreToolUse",permissionDecision:"allow",updatedInput:{command:"${word} "+c}}}))`,
    );

  test("is what the tool gets, once, even by a hook that would do it again", async () => {
    const ran: unknown[] = [];
    const of = await world([wrap("nice")], {}, ran);
    expect((await call(of)).outcome).toBe("succeeded");
    expect(ran).toEqual([{ command: "nice ls" }]);
    await of.session.close();
    expect(eventsOf(await of.journal(), "call.rewritten")).toMatchObject([
      { by: expect.stringContaining("PreToolUse hook `node"), input: { command: "nice ls" } },
    ]);
  });

  test("is shown to hooks beside what the model asked for", async () => {
    const file = join(await scratchDirectory(), "seen");
    const seeing = rewriting(`require("fs").appendFileSync("${file}",[c,o&&o.command].join("<")+"\\n")`);
    const of = await world([wrap("nice"), seeing], {});
    await call(of);
    expect((await readFile(file, "utf8")).split("\n")).toEqual(["ls<", "nice ls<ls", ""]);
  });

  test("by several is made in configuration order, whoever is ready first", async () => {
    const ran: unknown[] = [];
    const slow = rewriting(
      'setTimeout(()=>console.log(JSON.stringify({hookSpecificOutput:{hookEventName:"PreToolUse",permissionDecision:"allow",updatedInput:{command:"slow "+c}}})),150)',
    );
    await call(await world([slow, wrap("quick")], {}, ran));
    await call(await world([wrap("quick"), slow], {}, ran));
    expect(ran).toEqual([{ command: "quick slow ls" }, { command: "slow quick ls" }]);
  });

  test("passes validation again", async () => {
    const wrong = saying(decides("allow", { updatedInput: { command: 7 } }));
    expect((await call(await world([hook("PreToolUse", wrong)]))).outcome).toBe("invalid");
  });

  test("is matched with the rules afresh; the allow for what was asked does not cover it", async () => {
    const rules = { permissions: { deny: ["Shell(command:rm *)"], allow: ["Shell(command:ls)"] } };
    const to = (command: string) =>
      hook("PreToolUse", saying(decides("allow", { updatedInput: { command } })));
    expect((await call(await world([to("rm x")], rules))).outcome).toBe("denied");
    const once = rewriting(
      'if(c==="ls")console.log(JSON.stringify({hookSpecificOutput:{hookEventName:"PreToolUse",permissionDecision:"allow",updatedInput:{command:"cat x"}}}))',
    );
    const decision = (await call(await world([once], rules))).decision;
    expect([decision?.behavior, decision?.uncovered]).toEqual(["ask", [0]]);
  });

  test("that comes up only after another one denies, as it would be left out", async () => {
    const first = hook("PreToolUse", saying(decides("allow", { updatedInput: { command: "npm ci" } })));
    const late = rewriting(
      'if(c==="npm ci")console.log(JSON.stringify({hookSpecificOutput:{hookEventName:"PreToolUse",updatedInput:{command:"safe "+c}}}))',
    );
    expect(textOf(await call(await world([first, late])))).toContain("wants another input");
  });

  test("is dropped when another hook denies", async () => {
    const of = await world([wrap("nice"), hook("PreToolUse", "exit 2")]);
    expect((await call(of)).outcome).toBe("denied");
    await of.session.close();
    expect(eventsOf(await of.journal(), "call.rewritten")).toEqual([]);
  });

  test("by a person is put to the hooks as well", async () => {
    const guard = rewriting('if(c==="rm x")process.exit(2)');
    const of = await world([guard], {
      answerers: [
        { name: "person", answer: async () => ({ behavior: "allow", input: { command: "rm x" } }) },
      ],
    });
    expect((await call(of)).outcome).toBe("denied");
  });
});

describe("hooks together", () => {
  test("run at the same time, each to its end, also when one denies", async () => {
    const dir = await scratchDirectory();
    // Each waits for the other, so one after the other they would never end.
    const meet = (own: string, other: string, exit: number) =>
      hook(
        "PreToolUse",
        `touch ${dir}/${own}; until [ -e ${dir}/${other} ]; do sleep 0.01; done; exit ${exit}`,
      );
    const of = await world([meet("a", "b", 2), meet("b", "a", 0)]);
    await call(of);
    expect((await runsOf(of)).map(({ exitCode }) => exitCode).sort()).toEqual([0, 2]);
  });

  test("that are set twice run once", async () => {
    const of = await world([hook("PreToolUse", "true"), hook("PreToolUse", "true", { source: "project" })]);
    await call(of);
    expect(await runsOf(of)).toHaveLength(1);
  });

  test("vote in an explanation too, which writes nothing", async () => {
    const of = await world([hook("PreToolUse", saying(decides("deny", { permissionDecisionReason: "no" })))]);
    const explained = await of.session.explain({ tool: "Shell", input: { command: "ls" } });
    expect(explained).toMatchObject({ decision: { behavior: "deny", because: [{ source: "hook" }] } });
    await of.session.close();
    await expect(of.journal()).rejects.toThrow();
  });

  test("that change with the settings count from the next call on", async () => {
    let next: ReturnType<typeof settings> | undefined;
    const of = await createWorld({
      toolList: [tool("Shell", { input })],
      commandHooks: settings([]),
      reloadSettings: async () =>
        next && {
          rules: [{ behavior: "allow", text: "Shell", source: "user", anchor: "/" }],
          commandHooks: next,
        },
    });
    expect((await call(of)).outcome).toBe("succeeded");
    next = settings([hook("PreToolUse", "exit 2")]);
    await call(of);
    expect((await call(of)).outcome).toBe("denied");
  });
});
