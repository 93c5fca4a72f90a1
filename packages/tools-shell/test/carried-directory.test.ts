import { mkdirSync, rmdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type BashInput, bash } from "../src/bash.ts";
import { createWorkplace, type Workplace } from "./context.ts";

let place: Workplace;
beforeEach(async () => {
  place = await createWorkplace();
  mkdirSync(join(place.cwd, "sub"));
});
afterEach(() => place.remove());

const run = async (command: string, more: Partial<BashInput> = {}): Promise<string> => {
  try {
    return (await bash.execute({ command, ...more }, place.context())).text;
  } catch (thrown) {
    return `failed: ${(thrown as Error).message}`;
  }
};
const where = async (): Promise<string> => (await run("pwd")).trim();
const access = async (command: string, more: Partial<BashInput> = {}): Promise<unknown> =>
  (await bash.effects({ command, ...more }, place.context()))?.find(({ kind }) => kind === "state");

describe("the shell", () => {
  test("starts where the last command left it, without its variables and functions", async () => {
    expect(await run("cd sub; export LEFT=1; f() { echo f; }")).toBe("");
    expect(await run(`pwd; echo [\${LEFT-unset}]; type f 2>&1 | head -1`)).toMatch(
      /\/sub\n\[unset\]\n.*f: not found/,
    );
    await run("cd ..");
    expect(await where()).toBe(place.cwd);
  });

  test.each([
    ["a failing command", "cd sub && exit 7"],
    ["exec of something else on the way", "cd sub; (exec true)"],
    ["a function", "go() { cd sub; }; go"],
    ["a command that uses descriptors of its own", "exec 3>three 4>four; cd sub"],
    ["several lines", "\ncd sub\n# a remark\n"],
  ])("is moved by %s", async (_, command) => {
    await run(command);
    expect(await where()).toBe(join(place.cwd, "sub"));
    expect(await run("cat ../three ../four 2>/dev/null; true")).toBe("");
  });

  test.each([
    ["a `cd` that fails", "cd ./missing; echo rc=$?"],
    ["a subshell", "(cd sub)"],
    ["a pipeline", "cd sub | cat"],
    ["a command that is stopped", "cd sub; kill -9 $$"],
  ])("stays where it is after %s", async (_, command) => {
    await run(command);
    expect(await where()).toBe(place.cwd);
  });

  test("is reset, which is said, when it leaves the working directories", async () => {
    expect(await run("cd /usr; pwd")).toBe(
      `/usr\n(Shell cwd was reset to ${place.cwd}: \`/usr\` is outside the working directories.)`,
    );
    expect(await where()).toBe(place.cwd);
  });

  test("is reset when it leaves through a link", async () => {
    symlinkSync("/usr", join(place.cwd, "link"));
    expect(await run("cd link")).toContain("Shell cwd was reset to");
    expect(await where()).toBe(place.cwd);
  });

  test("is reset, which is said once, when its directory is gone", async () => {
    await run("cd sub");
    rmdirSync(join(place.cwd, "sub"));
    expect(await run("pwd")).toMatch(/^\/.*\n\(Shell cwd was reset to .*\/sub` no longer exists/);
    expect(await run("pwd")).toBe(`${place.cwd}\n`);
  });

  test.each([
    ["no path", "printf nonsense >&250; trap - EXIT; cd ."],
    ["no directory", `printf /no/such/place >&250; trap - EXIT; cd .`],
    ["a place outside", "printf /usr >&250; trap - EXIT; cd ."],
    ["endless text", "head -c 100000 /dev/zero >&250; trap - EXIT; cd ."],
  ])("does not go to %s that a command reports", async (_, command) => {
    await run(command);
    expect(await where()).toBe(place.cwd);
  });

  test("counts the lines of a command that moves it as they are written", async () => {
    expect(await run("cd .\nno_such_program\ntrue")).toContain("line 2: no_such_program");
  });

  test("is not moved by a command in the background", async () => {
    await run("cd sub", { run_in_background: true });
    await place.shell.tasks.find("bash_1")?.ended;
    expect(await where()).toBe(place.cwd);
  });
});

describe("the effects of a command", () => {
  test("start where the shell is", async () => {
    writeFileSync(join(place.cwd, "sub", "a.txt"), "x");
    await run("cd sub");
    expect(await bash.effects({ command: "cat a.txt" }, place.context())).toContainEqual(
      expect.objectContaining({ kind: "read", path: join(place.cwd, "sub", "a.txt") }),
    );
  });

  test("write the state `cwd` where the command may move the shell, and read it elsewhere", async () => {
    expect(await access("cd sub")).toEqual({ kind: "state", slot: "cwd", access: "write" });
    expect(await access("ls")).toEqual({ kind: "state", slot: "cwd", access: "read" });
    expect(await access("cd sub; ls", { run_in_background: true })).toMatchObject({ access: "read" });
  });
});
