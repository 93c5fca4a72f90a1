import { chmod, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTrustStore, Gauntlet, type HookConfig, loadConfig, type Session } from "@gauntlet/core";
import { type ScriptedModel, type ScriptedTurn, scriptedModel } from "@gauntlet/testing";
import toolsFs from "@gauntlet/tools-fs";
import toolsShell from "@gauntlet/tools-shell";
import { describe, expect, onTestFinished, test } from "vitest";

// Hooks in the manner of those that are published for Claude Code: they know nothing of Gauntlet.
const HOOKS = fileURLToPath(new URL("./public-hooks", import.meta.url));
const at = (name: string): string => `"$CLAUDE_PROJECT_DIR"/.claude/hooks/${name}`;
const on = (command: string, matcher?: string) => [
  { ...(matcher !== undefined && { matcher }), hooks: [{ type: "command" as const, command }] },
];

interface Project {
  readonly cwd: string;
  readonly session: Session;
  readonly model: ScriptedModel;
  call(tool: string, input: object): Promise<{ outcome: string; text: string }>;
  prompt(text: string): Promise<{ reason: string; detail?: string }>;
  file(name: string): Promise<string>;
}

/** A trusted project with these hooks in its configuration, and these files. */
async function project(
  hooks: HookConfig,
  { files = {}, allow = [], turns = [] }: ProjectOptions = {},
): Promise<Project> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-hooks-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [cwd, home, state] = [join(root, "ws"), join(root, "home"), join(root, "state")];
  await mkdir(home);
  await cp(HOOKS, join(cwd, ".claude/hooks"), { recursive: true });
  const all = { "gauntlet.config.json": JSON.stringify({ hooks, permissions: { allow } }), ...files };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text);
    if (name.endsWith(".sh")) await chmod(join(cwd, name), 0o755);
  }
  await createTrustStore(state, home).trust(cwd);
  const config = await loadConfig({
    cwd,
    home,
    env: {},
    stateDir: state,
    managedDirectory: join(root, "etc"),
  });
  expect(config.notices).toEqual([]);
  const model = scriptedModel(turns);
  const gauntlet = new Gauntlet({
    plugins: [toolsFs, toolsShell],
    rules: config.rules,
    commandHooks: config.hooks,
    cwd,
    home,
    stateDirectory: state,
    model,
    headless: true,
  });
  const session = await gauntlet.session();
  onTestFinished(() => session.close());
  return {
    cwd,
    session,
    model,
    async call(tool, input) {
      const [settled] = await session.call([{ tool, input }]);
      const content = settled?.block.content ?? "";
      return {
        outcome: settled?.outcome ?? "",
        text: typeof content === "string" ? content : JSON.stringify(content),
      };
    },
    async prompt(text) {
      const running = session.prompt(text);
      for (;;) {
        const next = await running.next();
        if (next.done) return next.value;
      }
    },
    file: (name) => readFile(join(cwd, name), "utf8"),
  };
}

interface ProjectOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly allow?: readonly string[];
  readonly turns?: readonly ScriptedTurn[];
}

const says = (text: string): ScriptedTurn => ({ blocks: [{ type: "text", text }] });
const sent = ({ model }: Project): string => JSON.stringify(model.requests.at(-1)?.messages);

describe("hooks that are published for Claude Code run unchanged", () => {
  test("a validator of commands in Python blocks with its advice", async () => {
    const of = await project(
      { PreToolUse: on(`python3 ${at("bash-command-validator.py")}`, "Bash") },
      { files: { "a.txt": "x\n" } },
    );
    expect(await of.call("Bash", { command: "grep x a.txt" })).toEqual({
      outcome: "denied",
      text: expect.stringContaining("- Use ripgrep (rg) and not grep"),
    });
    expect(await of.call("Bash", { command: "cat a.txt | grep x" })).toEqual({
      outcome: "succeeded",
      text: "x\n",
    });
  });

  test("a guard of files in bash keeps edits away from them", async () => {
    const of = await project({ PreToolUse: on(at("protect-files.sh"), "Edit|Write") }, { allow: ["Write"] });
    expect(await of.call("Write", { file_path: "fixtures/a.json", content: "{}" })).toEqual({
      outcome: "denied",
      text: expect.stringContaining("matches the protected pattern 'fixtures/'"),
    });
    expect((await of.call("Write", { file_path: "src/a.ts", content: "" })).outcome).toBe("succeeded");
  });

  test("a blocker of commands answers with JSON that jq made, whatever the rules allow", async () => {
    const of = await project(
      { PreToolUse: on(at("block-rm.sh"), "Bash") },
      { allow: ["Bash"], files: { "d/a": "" } },
    );
    expect((await of.call("Bash", { command: "rm -rf d" })).text).toContain(
      "Destructive command blocked by a hook",
    );
    expect((await of.call("Bash", { command: "echo fine" })).outcome).toBe("succeeded");
  });

  test("an approver in the old form spares a question", async () => {
    const outside = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-outside-")));
    onTestFinished(() => rm(outside, { recursive: true, force: true }));
    for (const name of ["guide.md", "data.csv"]) await writeFile(join(outside, name), "words\n");
    const of = await project({ PreToolUse: on(at("approve-docs.py"), "Read") });
    expect((await of.call("Read", { file_path: join(outside, "guide.md") })).outcome).toBe("succeeded");
    expect((await of.call("Read", { file_path: join(outside, "data.csv") })).outcome).toBe("denied");
  });

  test("a hook that changes the input has the changed command run", async () => {
    const release = '#!/bin/sh\necho "released with: $*"\n';
    const of = await project(
      { PreToolUse: on(at("add-dry-run.py"), "Bash") },
      { files: { "release.sh": release }, allow: ["Bash(./release.sh *)"] },
    );
    expect((await of.call("Bash", { command: "./release.sh 1.2" })).text).toBe(
      "released with: 1.2 --dry-run\n",
    );
  });

  test("a reminder that keeps its state by the session's id objects once", async () => {
    const of = await project(
      { PreToolUse: on(`python3 ${at("security-reminder.py")}`, "Edit|Write|MultiEdit") },
      { allow: ["Write"] },
    );
    const write = { file_path: "a.js", content: "eval(x)" };
    expect((await of.call("Write", write)).text).toContain(
      "Security reminder: `eval` runs whatever it is given",
    );
    expect((await of.call("Write", write)).outcome).toBe("succeeded");
  });

  test("a formatter works on the file that was written", async () => {
    const of = await project(
      { PostToolUse: on(at("markdown-formatter.py"), "Edit|MultiEdit|Write") },
      { allow: ["Write"] },
    );
    await of.call("Write", { file_path: "a.md", content: '# A\n\n```\n{ "a": 1 }\n```\n' });
    expect(await of.file("a.md")).toBe('# A\n\n```json\n{ "a": 1 }\n```\n');
  });

  test("a one-liner with jq formats the files of its kind", async () => {
    const line =
      "jq -r '.tool_input.file_path' | { read file_path; if echo \"$file_path\" | grep -q '\\.ts$'; then sed -i 's/ *$//' \"$file_path\"; fi; }";
    const of = await project({ PostToolUse: on(line, "Edit|Write") }, { allow: ["Write"] });
    await of.call("Write", { file_path: "a.ts", content: "let a;   \n" });
    await of.call("Write", { file_path: "a.js", content: "let a;   \n" });
    expect([await of.file("a.ts"), await of.file("a.js")]).toEqual(["let a;\n", "let a;   \n"]);
  });

  test("a linter has the model read what is wrong with what it wrote", async () => {
    const of = await project(
      { PostToolUse: on(at("lint-after-edit.sh"), "Write|Edit") },
      { allow: ["Write"] },
    );
    const written = await of.call("Write", { file_path: "a.json", content: "{" });
    expect([written.outcome, written.text]).toEqual([
      "succeeded",
      expect.stringContaining("a.json is not valid: "),
    ]);
    expect((await of.call("Write", { file_path: "b.json", content: "{}" })).text).not.toContain("not valid");
  });

  test("a log of commands is written, one line each", async () => {
    const line = `jq -r '"\\(.tool_input.command) - \\(.tool_input.description // "No description")"' >> "$CLAUDE_PROJECT_DIR"/commands.log`;
    const of = await project({ PreToolUse: on(line, "Bash") });
    await of.call("Bash", { command: "echo one", description: "says one" });
    await of.call("Bash", { command: "echo two" });
    expect(await of.file("commands.log")).toBe("echo one - says one\necho two - No description\n");
  });

  test("a check of prompts refuses what looks like a secret, and adds context to the others", async () => {
    const of = await project(
      { UserPromptSubmit: on(`python3 ${at("validate-prompt.py")}`) },
      { turns: [says("fine")] },
    );
    expect(await of.prompt("use password: hunter2")).toMatchObject({
      reason: "stopped",
      detail: expect.stringContaining("Security policy"),
    });
    expect(of.model.requests).toEqual([]);
    await of.prompt("go on");
    expect(sent(of)).toContain("Context: today is a working day");
  });

  test("a loader of context tells the model, and sets a variable for its commands", async () => {
    const of = await project(
      { SessionStart: on(at("load-context.sh"), "startup|resume") },
      {
        files: { "TODO.txt": "mend the roof\n" },
        turns: [
          { blocks: [{ type: "tool_use", name: "Bash", input: { command: 'echo "it is $PROJECT_COLOR"' } }] },
        ],
        allow: ["Bash"],
      },
    );
    await of.prompt("begin");
    expect(JSON.stringify(of.model.requests[0]?.messages)).toContain("Open work:\\nmend the roof");
    expect(sent(of)).toContain("it is blue");
  });

  test("a gate at the end has the model go on until its tests pass, and does not go round for ever", async () => {
    const of = await project(
      { Stop: on(at("tests-must-pass.sh")) },
      { turns: [says("done"), says("done now")] },
    );
    expect((await of.prompt("work")).reason).toBe("done");
    expect(sent(of)).toContain("The tests do not pass yet");
    expect(of.model.requests).toHaveLength(2);
  });

  test("an answerer lets the tests run where nobody is there to be asked", async () => {
    const of = await project(
      { PermissionRequest: on(at("approve-tests.sh"), "Bash") },
      { files: { "test.sh": "#!/bin/sh\necho passed\n", "other.sh": "#!/bin/sh\n" } },
    );
    expect((await of.call("Bash", { command: "./test.sh" })).text).toBe("passed\n");
    expect((await of.call("Bash", { command: "./other.sh" })).outcome).toBe("denied");
  });
});
