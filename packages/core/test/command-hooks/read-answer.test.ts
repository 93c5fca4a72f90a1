import { describe, expect, test } from "vitest";
import { type HookAnswer, type HookResult, readAnswer } from "../../src/command-hooks/read-answer.ts";
import { decides, hook } from "./hooks.ts";

const ended = (over: Partial<Extract<HookResult, { kind: "ended" }>> = {}): HookResult => ({
  kind: "ended",
  exitCode: 0,
  stdout: "",
  stderr: "",
  droppedBytes: 0,
  ...over,
});
const json = (value: unknown, over = {}): HookResult => ended({ stdout: JSON.stringify(value), ...over });
const deny = decides("deny", { permissionDecisionReason: "R" });
const denied: HookAnswer = { behavior: "deny", reason: "R" };

const guard = hook("PreToolUse", "x");
const lenient = hook("PreToolUse", "x", { onFailure: "continue" });

describe("an answer of a PreToolUse hook", () => {
  test.each<[string, HookResult, HookAnswer]>([
    ["nothing at all", ended(), {}],
    ["text", ended({ stdout: "all fine\n" }), {}],
    ["allow", json(decides("allow")), { behavior: "allow" }],
    [
      "ask with a reason",
      json(decides("ask", { permissionDecisionReason: "R" })),
      { behavior: "ask", reason: "R" },
    ],
    ["deny", json(deny), denied],
    ["defer, which nobody can take up", json(decides("defer")), { behavior: "ask" }],
    ["the old form of allow", json({ decision: "approve", reason: "R" }), { behavior: "allow", reason: "R" }],
    ["the old form of deny", json({ decision: "block", reason: "R" }), denied],
    [
      "another input",
      json(decides("allow", { updatedInput: { a: 1 } })),
      { behavior: "allow", input: { a: 1 } },
    ],
    [
      "another input without a decision",
      json({ hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { a: 1 } } }),
      { input: { a: 1 } },
    ],
    [
      "a text for the model",
      json(decides("allow", { additionalContext: "C" })),
      { behavior: "allow", context: "C" },
    ],
    ["a text for the person", json({ systemMessage: "M" }), { message: "M" }],
    ["the end of all work", json({ continue: false, stopReason: "S" }), { stop: "S" }],
    [
      "deny, with a reason to stop that is no text",
      json({ ...deny, continue: false, stopReason: { toString: 1 } }),
      { ...denied, stop: "an object" },
    ],
    ["exit code 2", ended({ exitCode: 2, stderr: "R\n" }), denied],
    ["exit code 2 against its own JSON", json(decides("allow"), { exitCode: 2, stderr: "R" }), denied],
    ["exit code 2 with a reason in JSON", json(deny, { exitCode: 2, stderr: "other" }), denied],
    [
      "exit code 2 with broken JSON",
      ended({ exitCode: 2, stdout: '{"hookSpecificOutput": 7}', stderr: "R" }),
      denied,
    ],
    ["deny behind other text", ended({ stdout: `Shell ready\n${JSON.stringify(deny)}` }), denied],
    ["deny in a line of text", ended({ stdout: `ready {x} ${JSON.stringify(deny)} bye` }), denied],
    ["deny in a list", json([deny]), denied],
    ["deny before more text", ended({ stdout: `${JSON.stringify(deny)}\nbye` }), denied],
    ["deny with another exit code", json(deny, { exitCode: 1 }), denied],
    ["deny while a signal ends it", json(deny, { exitCode: null, signal: "SIGKILL" }), denied],
    ["deny and a member that is wrong", json({ ...deny, systemMessage: 5 }), denied],
  ])("is read: %s", (_, result, answer) => {
    expect(readAnswer(guard, result)).toEqual(answer);
    expect(readAnswer(lenient, result)).toEqual(answer);
  });

  test.each<[string, HookResult, HookAnswer]>([
    ["deny one level too high", json({ permissionDecision: "deny", permissionDecisionReason: "R" }), denied],
    ["deny as another event has it", json({ behavior: "deny", reason: "R" }), denied],
    ["deny in an object of its own", json({ decision: { behavior: "deny" }, reason: "R" }), denied],
    [
      "the old form of deny one level too low",
      json({ hookSpecificOutput: { hookEventName: "PreToolUse", decision: "block", reason: "R" } }),
      denied,
    ],
    [
      "deny in the answer of PermissionRequest",
      json({
        hookSpecificOutput: { hookEventName: "PreToolUse", decision: { behavior: "deny" } },
        reason: "R",
      }),
      denied,
    ],
    ["ask one level too high", json({ permissionDecision: "ask" }), { behavior: "ask" }],
    [
      "ask one level too high against an allow",
      json({ ...decides("allow", { updatedInput: { a: 1 } }), permissionDecision: "ask" }),
      { behavior: "ask", input: { a: 1 } },
    ],
  ])("an objection in the wrong place is one: %s", (_, result, answer) => {
    expect(readAnswer(guard, result)).toEqual(answer);
    expect(readAnswer(lenient, result)).toEqual(answer);
  });

  test("an allow in the wrong place says nothing", () => {
    expect(readAnswer(guard, json({ permissionDecision: "allow", behavior: "allow" }))).toEqual({});
  });

  test.each<[string, HookResult]>([
    ["an allow among other text says nothing", ended({ stdout: `hi\n${JSON.stringify(decides("allow"))}` })],
    [
      "a rewrite among other text says nothing",
      ended({ stdout: `x ${JSON.stringify(decides("allow", { updatedInput: {} }))}` }),
    ],
  ])("%s", (_, result) => {
    expect(readAnswer(guard, result)).toEqual({});
  });

  test.each<[string, HookResult, string]>([
    ["a program that is not there", { kind: "failed", why: "could not be started" }, "could not be started"],
    ["exit code 1", ended({ exitCode: 1, stderr: "boom\n" }), "ended with exit code 1: boom"],
    ["exit code 127", ended({ exitCode: 127 }), "ended with exit code 127 (the program was not found)"],
    ["a signal", ended({ exitCode: null, signal: "SIGSEGV" }), "was ended by SIGSEGV"],
    [
      "JSON that is cut",
      ended({ stdout: '{"hookSpecificOutput":' }),
      "answered with JSON that cannot be read",
    ],
    ["a key given twice", ended({ stdout: '{"systemMessage":"a","systemMessage":"b"}' }), "cannot be read"],
    ["a decision nobody knows", json(decides("maybe")), 'answered with `permissionDecision` `"maybe"`'],
    ["an input that is none", json(decides("allow", { updatedInput: "ls" })), "`updatedInput`"],
    [
      "an answer for another event",
      json({ hookSpecificOutput: { hookEventName: "Stop" } }),
      "not `PreToolUse`",
    ],
    ["an answer for no event", json({ hookSpecificOutput: { permissionDecision: "allow" } }), "missing"],
    ["more output than is read", ended({ stdout: "x", droppedBytes: 1 }), "more than 1 MiB"],
  ])("counts as failed with %s", (_, result, why) => {
    const answer = readAnswer(guard, result);
    expect(answer.failure).toContain(why);
    expect(answer).toEqual({ failure: answer.failure });
    expect(readAnswer(lenient, result).failure).toContain(why);
  });

  test("with another exit code and sound JSON is only read where the hook may fail", () => {
    const result = json(decides("allow"), { exitCode: 1 });
    expect(readAnswer(lenient, result)).toEqual({ behavior: "allow" });
    expect(readAnswer(guard, result).failure).toContain("exit code 1");
  });

  test("has to be an object where the settings expect one", () => {
    const strict = hook("PreToolUse", { type: "command", command: "x", expectsJson: true });
    expect(readAnswer(strict, ended({ stdout: "<<not json>>" })).failure).toBe(
      "did not answer with a JSON object",
    );
    expect(readAnswer(strict, ended()).failure).toBe("did not answer with a JSON object");
  });

  test("keeps the ask of an answer that is not sound", () => {
    const result = json(decides("ask", { permissionDecisionReason: 5 }));
    expect(readAnswer(lenient, result)).toMatchObject({ behavior: "ask", failure: expect.any(String) });
  });
});

describe("answers to other events", () => {
  const refuses = {
    hookSpecificOutput: {
      hookEventName: "PermissionRequest",
      decision: { behavior: "deny", message: "R", interrupt: true },
    },
  };

  test.each([
    ["PermissionRequest", json(refuses), { behavior: "deny", reason: "R", interrupts: true }],
    [
      "PermissionRequest",
      json({
        hookSpecificOutput: {
          hookEventName: "PermissionRequest",
          decision: { behavior: "allow", updatedInput: { a: 1 }, updatedPermissions: [] },
        },
      }),
      { behavior: "allow", input: { a: 1 }, rules: [] },
    ],
    [
      "PermissionRequest",
      json({ hookSpecificOutput: { hookEventName: "PermissionRequest", permissionDecision: "deny" } }),
      { behavior: "deny" },
    ],
    ["PostToolUse", json({ permissionDecision: "deny" }), {}],
    ["PermissionRequest", ended({ exitCode: 2, stderr: "R" }), { behavior: "deny", reason: "R" }],
    ["UserPromptSubmit", ended({ stdout: "Today is Monday.\n" }), { context: "Today is Monday." }],
    ["SessionStart", ended({ stdout: "{not json" }), { context: "{not json" }],
    ["Stop", json({ decision: "block", reason: "R" }), { behavior: "deny", reason: "R" }],
    ["PostToolUse", ended({ stdout: "formatted 3 files" }), {}],
    [
      "PostToolUse",
      json({ hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "short" } }),
      { output: { value: "short" } },
    ],
  ] as const)("%s: %j", (event, result, answer) => {
    expect(readAnswer(hook(event, "x"), result)).toEqual(answer);
  });

  test("exit code 2 answers nothing at PermissionRequest where the hook may fail", () => {
    const answerer = hook("PermissionRequest", "x", { onFailure: "continue" });
    expect(readAnswer(answerer, ended({ exitCode: 2 })).failure).toContain("answers nothing");
  });

  test("a server that replies with something else than JSON has failed, and one that replies with nothing has not", () => {
    expect(readAnswer(guard, ended({ stdout: "OK", isReply: true })).failure).toContain("JSON object");
    expect(readAnswer(guard, ended({ isReply: true }))).toEqual({});
  });

  test("a text made to be searched for ever is a failure", () => {
    const answer = readAnswer(guard, ended({ stdout: `"decision"${'{"'.repeat(50_000)}` }));
    expect(answer.failure).toContain("more than can be searched");
  });
});
