import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { converse, createPlace, type Place, run } from "./command.ts";

async function talkWith(answers: readonly object[], args: readonly string[] = []) {
  const place = await createPlace();
  const file = join(place.root, "answers.json");
  await writeFile(file, JSON.stringify(answers));
  return { place, talk: converse(place, ["call", "--jsonl", "--answers", file, ...args]) };
}

const write = (name: string) => ({ tool: "Write", input: { file_path: name, content: "x" } });
const settingsOf = async (place: Place) =>
  JSON.parse(await readFile(join(place.cwd, ".gauntlet", "settings.local.json"), "utf8"));

describe("answers from a file", () => {
  test("remember for this directory: the rule is written down, and holds at once", async () => {
    const { place, talk } = await talkWith([{ answer: "remember", scope: "local" }]);
    talk.send({ id: 1, ...write("a.txt") });
    expect(await talk.answer(1)).toMatchObject({ outcome: "succeeded" });
    talk.send({ id: 2, tool: "Read", input: { file_path: "a.txt" } });
    await talk.answer(2);
    talk.send({ id: 3, ...write("a.txt") });
    expect(await talk.answer(3)).toMatchObject({ outcome: "succeeded", decision: { behavior: "allow" } });
    expect(await settingsOf(place)).toEqual({ permissions: { allow: [`Edit(/${place.cwd}/a.txt)`] } });
    await talk.end();
  });

  test("edit runs the call with the other input, and a deny rule still wins", async () => {
    const edit = (file_path: string) => ({ answer: "edit", input: { file_path, content: "edited" } });
    const { place, talk } = await talkWith(
      [edit("other.txt"), edit("closed.txt")],
      ["--deny", "Edit(closed.txt)"],
    );
    talk.send({ id: 1, ...write("a.txt") });
    expect(await talk.answer(1)).toMatchObject({ outcome: "succeeded" });
    expect(await readFile(join(place.cwd, "other.txt"), "utf8")).toBe("edited");
    talk.send({ id: 2, ...write("b.txt") });
    expect(await talk.answer(2)).toMatchObject({ outcome: "denied", decision: { behavior: "deny" } });
    await talk.end();
  });

  test("mode changes how the open call and later ones are decided", async () => {
    const { talk } = await talkWith([{ answer: "mode", mode: "acceptEdits" }]);
    talk.send({ id: 1, ...write("a.txt") });
    expect(await talk.answer(1)).toMatchObject({ outcome: "succeeded", decision: { mode: "acceptEdits" } });
    talk.send({ id: 2, ...write("b.txt") });
    expect(await talk.answer(2)).toMatchObject({ outcome: "succeeded" });
    await talk.end();
  });

  test.each([
    ["an unknown answer", [{ answer: "maybe" }], "has the answer `maybe`, not one of allow, deny,"],
    ["a rule that is no text", [{ answer: "remember", rule: 5 }], "has the rule `5`, which is not a text"],
    ["a message that is no text", [{ answer: "deny", message: 5 }], "has the message `5`"],
    [
      "a repeat that is no yes or no",
      [{ answer: "allow", repeat: "no" }],
      "has the repeat `no`, not true or",
    ],
    ["a key nobody knows", [{ answer: "deny", mesage: "no" }], "did you mean `message`?"],
    ["a key like no other", [{ answer: "deny", zz: 1 }], "has the key `zz`, not one of answer, message,"],
    ["minutes that are no time", [{ answer: "remember", minutes: "30" }], "not a number above 0"],
    ["an unknown mode", [{ answer: "mode", mode: "yolo" }], "has the mode `yolo`, not one of default,"],
    ["an edit without input", [{ answer: "edit" }], "entry 1 of the answers file"],
    ["something that is no list", { answer: "allow" }, "is not a list"],
  ])("%s is one clear message and exit code 2", async (_, answers, says) => {
    const place = await createPlace({ "answers.json": JSON.stringify(answers) });
    const { code, stderr } = await run(place, ["call", "--jsonl", "--answers", "answers.json"]);
    expect(code).toBe(2);
    expect(stderr).toContain(says);
    expect(stderr).toContain('\n  write a JSON list with entries such as { "answer": "allow" }\n');
  });
});

describe("a rule that a request remembers", () => {
  test.each(["session", "local", "user"])("holds from the next call on (%s)", async (scope) => {
    const talk = converse(await createPlace(), ["call", "--jsonl"]);
    talk.send({ id: 1, remember: { behavior: "allow", rule: "Bash(bash --version)", scope } });
    expect(await talk.answer(1)).toMatchObject({ outcome: "succeeded" });
    talk.send({ id: 2, tool: "Bash", input: { command: "bash --version" } });
    const rule = expect.objectContaining({ source: scope, rule: "Bash(bash --version)" });
    expect(await talk.answer(2)).toMatchObject({
      outcome: "succeeded",
      decision: { because: expect.arrayContaining([rule]) },
    });
    await talk.end();
  });

  test("keeps everything else in the settings file", async () => {
    const place = await createPlace({
      ".gauntlet/settings.local.json": '{"env":{"A":"1"},"permissions":{"deny":["Read(x)"]}}',
    });
    const talk = converse(place, ["call", "--jsonl"]);
    for (const id of [1, 2]) {
      talk.send({ id, remember: { behavior: "deny", rule: "Bash", scope: "local" } });
      await talk.answer(id);
    }
    await talk.end();
    expect(await settingsOf(place)).toEqual({ env: { A: "1" }, permissions: { deny: ["Read(x)", "Bash"] } });
  });

  test.each([
    ["is broken", { behavior: "allow", rule: "Bash(", scope: "session" }],
    ["would go through a link the repository put there", { behavior: "allow", rule: "Bash", scope: "local" }],
  ])("fails in words when it %s, and changes nothing", async (_, remember) => {
    const place = await createPlace({ "elsewhere/keep.txt": "" });
    await symlink(join(place.cwd, "elsewhere"), join(place.cwd, ".gauntlet"));
    const talk = converse(place, ["call", "--jsonl"]);
    talk.send({ id: 1, remember });
    expect(await talk.answer(1)).toMatchObject({ outcome: "failed", result: { is_error: true } });
    talk.send({ id: 2, tool: "Bash", input: { command: "bash --version" } });
    expect(await talk.answer(2)).toMatchObject({ outcome: "denied" });
    await talk.end();
  });

  test("that names nothing known is an answer, not a crash", async () => {
    const talk = converse(await createPlace(), ["call", "--jsonl"]);
    talk.send({ id: 1, remember: { rule: 5 } });
    expect(await talk.answer(1)).toMatchObject({ outcome: "invalid" });
    expect(await talk.end()).toBe(0);
  });
});

describe("settings that change while the command runs", () => {
  test("count from the next call on; while they are broken everything is denied", async () => {
    const place = await createPlace({ "a.txt": "alpha\n" });
    const settings = join(place.root, "config", "gauntlet", "settings.json");
    await mkdir(dirname(settings), { recursive: true });
    const talk = converse(place, ["call", "--jsonl"]);
    const read = async (id: number) => {
      talk.send({ id, tool: "Read", input: { file_path: "a.txt" } });
      return talk.answer(id);
    };
    expect(await read(1)).toMatchObject({ outcome: "succeeded" });
    await writeFile(settings, JSON.stringify({ permissions: { deny: ["Read(a.txt)"] } }));
    expect(await read(2)).toMatchObject({ outcome: "denied", decision: { because: [{ source: "user" }] } });
    await writeFile(settings, "{ broken");
    expect(JSON.stringify(await read(3))).toContain("cannot be read");
    await writeFile(settings, "{}");
    expect(await read(4)).toMatchObject({ outcome: "succeeded" });
    await talk.end();
  });
});

test("a question is written to stderr as a person sees it, with a diff and invisible characters spelled out", async () => {
  const place = await createPlace({ "a.txt": "old\n" });
  const answers = join(place.root, "answers.json");
  await writeFile(answers, "[]");
  const input = JSON.stringify({ file_path: "b.txt", content: "new\u200b line\n" });
  const { stderr, code } = await run(place, ["call", "Write", input, "--answers", answers]);
  expect(code).toBe(3);
  expect(stderr).toContain("Write wants to:");
  expect(stderr).toContain("+new\\u{200b} line");
  expect(stderr).not.toContain("\u200b");
});

test("a rule kept for a trusted directory leaves it trusted", async () => {
  const place = await createPlace({
    "gauntlet.config.json": JSON.stringify({ permissions: { allow: ["Bash(bash --version)"] } }),
    ".gauntlet/settings.local.json": "{}",
  });
  await run(place, ["trust", "."]);
  const talk = converse(place, ["call", "--jsonl"]);
  talk.send({ id: 1, remember: { behavior: "allow", rule: "Bash(bash --help)", scope: "local" } });
  expect(await talk.answer(1)).toMatchObject({ outcome: "succeeded" });
  await talk.end();
  for (const command of ["bash --version", "bash --help"]) {
    const { code } = await run(place, ["call", "Bash", JSON.stringify({ command })]);
    expect([command, code]).toEqual([command, 0]);
  }
});

test("a configuration cannot move the place where trust and policy are looked for", async () => {
  const env = { GAUNTLET_HOME: "/nowhere", GAUNTLET_MANAGED: "/nowhere/managed.json" };
  const place = await createPlace({ "gauntlet.config.json": JSON.stringify({ env }) });
  await run(place, ["trust", "."]);
  const talk = converse(place, ["call", "--jsonl"]);
  talk.send({ id: 1, remember: { behavior: "allow", rule: "Bash(bash --version)", scope: "local" } });
  await talk.answer(1);
  talk.send({ id: 2, tool: "Bash", input: { command: "bash --version" } });
  expect(await talk.answer(2)).toMatchObject({ outcome: "succeeded" });
  expect(await talk.end()).toBe(0);
});

test("explain takes remembered rules into account as well", async () => {
  const talk = converse(await createPlace(), ["explain", "--jsonl"]);
  const call = { tool: "Bash", input: { command: "bash --version" } };
  talk.send({ id: 1, ...call });
  expect(await talk.answer(1)).toMatchObject({ decision: { behavior: "ask" } });
  talk.send({ id: 2, remember: { behavior: "allow", rule: "Bash(bash --version)", scope: "session" } });
  expect(await talk.answer(2)).toMatchObject({ outcome: "succeeded" });
  talk.send({ id: 3, ...call });
  expect(await talk.answer(3)).toMatchObject({ decision: { behavior: "allow" } });
  expect(await talk.end()).toBe(0);
});
