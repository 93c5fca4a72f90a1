import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMAND, createPlace, type Ended, type Place, run, runProgram } from "./command.ts";
import { type Asked, createGoverned } from "./governed.ts";

const userSettings = (settings: object) => ({ "../config/gauntlet/settings.json": JSON.stringify(settings) });

function question({ event = "PreToolUse", tool, input, cwd, mode = "default" }: Asked, place: Place): string {
  return JSON.stringify({
    session_id: "s",
    transcript_path: "/nowhere",
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
    tool_use_id: "toolu_1",
    cwd: join(place.cwd, cwd ?? "."),
    permission_mode: mode,
  });
}

async function ask(place: Place, asked: Asked, args: readonly string[] = ["--cwd", "."]): Promise<Ended> {
  return run(place, ["hook", ...args], { input: question(asked, place) });
}

describe("gauntlet hook", () => {
  test("leaves no trace on disk, and takes the project from the agent's environment", async () => {
    const place = await createGoverned();
    const asked = { tool: "Read", input: { file_path: "../secret/key.txt" }, cwd: "sub" };
    const { stdout } = await run(place, ["hook"], {
      input: question(asked, place),
      env: { CLAUDE_PROJECT_DIR: place.cwd },
    });
    expect(JSON.parse(stdout).hookSpecificOutput.permissionDecision).toBe("deny");
    expect(await readdir(place.root)).toEqual(["work"]);
  });

  test("as one of its own command hooks it comes to an end, and asks where it would allow", async () => {
    const place = await createPlace({
      ...userSettings({
        hooks: {
          PreToolUse: [{ hooks: [{ type: "command", command: `"${process.execPath}" "${COMMAND}" hook` }] }],
        },
      }),
      "a.txt": "alpha\n",
    });
    const { stdout } = await ask(place, { tool: "Read", input: { file_path: "a.txt" } });
    const { permissionDecision, permissionDecisionReason } = JSON.parse(stdout).hookSpecificOutput;
    expect(permissionDecision).toBe("ask");
    expect(permissionDecisionReason).toContain("gauntlet hook");
  });

  test("a rewrite of the policy reaches the agent, which is to run that", async () => {
    const place = await createPlace({
      ...userSettings({ plugins: ["./dry.mjs"] }),
      "../config/gauntlet/dry.mjs": `import { definePlugin } from ${JSON.stringify(new URL("../../core/dist/index.js", import.meta.url).pathname)};
export default definePlugin({ name: "dry", apply({ hooks }) {
  hooks.preToolUse.tap("only try it", (draft) => {
    if (draft.call.tool.name === "Bash") draft.rewrite({ ...draft.input, command: "echo dry" });
  });
} });`,
    });
    const asked = { tool: "Bash", input: { command: "make release", dangerouslyDisableSandbox: false } };
    const { stdout } = await ask(place, asked);
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({
      permissionDecision: "ask",
      updatedInput: { command: "echo dry", dangerouslyDisableSandbox: false },
    });
  });

  test("denies in words too when nothing can be decided: this event does not heed exit codes", async () => {
    const place = await createPlace({ "gauntlet.config.json": '{"permissions":{"deny":["Bash("]}}' });
    const { stdout, stderr, code } = await ask(place, {
      event: "PermissionRequest",
      tool: "Bash",
      input: { command: "ls" },
    });
    expect(code).toBe(2);
    expect(stderr).toContain("Bash(");
    expect(JSON.parse(stdout).hookSpecificOutput.decision).toMatchObject({ behavior: "deny" });
  });
});

describe("gauntlet hook denies with exit code 2 and a reason", () => {
  test.each([
    ["nothing", "", "cannot be read"],
    ["what is not JSON", "{", "cannot be read"],
    ["a key twice", '{"hook_event_name":"PreToolUse","hook_event_name":"Stop"}', "hook_event_name"],
    [
      "a directory that is none",
      '{"hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{},"cwd":"/no/such"}',
      "not a directory",
    ],
    ["a name no tool can have", '{"hook_event_name":"PreToolUse","tool_name":"a b","tool_input":{}}', "a b"],
  ])("%s", async (_, input, why) => {
    const { code, stderr, stdout } = await run(await createGoverned(), ["hook"], { input });
    expect(code).toBe(2);
    expect(stderr).toContain("so the call is denied");
    expect(stderr).toContain(why);
    expect(stdout).not.toContain("allow");
  });

  test("a broken plugin", async () => {
    const place = await createPlace({
      ...userSettings({ plugins: ["./bad.mjs"] }),
      "../config/gauntlet/bad.mjs":
        "setTimeout(() => { throw new Error('late') }); await new Promise(() => {})",
    });
    const { code, stderr } = await ask(place, { tool: "Read", input: {} });
    expect([code, stderr]).toEqual([2, expect.stringContaining("late")]);
  });

  test("an unknown flag", async () => {
    expect((await run(await createGoverned(), ["hook", "--nope"])).code).toBe(2);
  });
});

test("the settings of the guide ask the command for both events, and are answered", async () => {
  const guide = await readFile(
    new URL("../../../docs/guides/govern-another-agent.md", import.meta.url),
    "utf8",
  );
  const { hooks } = JSON.parse(/```json\n([\s\S]+?)```/.exec(guide)?.[1] ?? "");
  expect(Object.keys(hooks)).toEqual(["PreToolUse", "PermissionRequest"]);
  const place = await createGoverned();
  const bin = join(place.root, "bin");
  await mkdir(bin);
  await writeFile(join(bin, "gauntlet"), `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`);
  await chmod(join(bin, "gauntlet"), 0o755);
  for (const event of Object.keys(hooks)) {
    const [{ command, onFailure }] = hooks[event][0].hooks;
    expect(onFailure).toBe("block");
    const { code, stdout } = await runProgram(place, "/bin/sh", ["-c", command], {
      input: question({ event, tool: "Read", input: { file_path: "secret/key.txt" } }, place),
      env: { PATH: `${bin}:${process.env["PATH"]}`, CLAUDE_PROJECT_DIR: place.cwd },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('"deny"');
  }
});
