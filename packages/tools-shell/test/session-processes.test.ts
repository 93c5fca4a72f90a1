import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Gauntlet, type Session } from "@gauntlet/core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import toolsShell from "../src/index.ts";
import { source, startHost } from "./host.ts";
import { isRunning, pidsIn } from "./is-running.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "gauntlet-session-")));
  for (const name of ["work", "home"]) mkdirSync(join(root, name));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const options = () => ({
  cwd: join(root, "work"),
  home: join(root, "home"),
  stateDirectory: join(root, "state"),
  permissions: { allow: ["Bash"] },
});
const gauntlet = (): Gauntlet => new Gauntlet({ plugins: [toolsShell], ...options() });

async function call(session: Session, tool: string, input: object): Promise<string> {
  const [settled] = await session.call([{ tool, input }]);
  return String(settled?.block.content);
}

/** One task and one foreground command, each with a child; prints their pids and then `ready`. */
const TREE = 'sleep 300 & echo "pid $!"; echo "pid $$"; sleep 301; true';
const hostScript = (atEnd: string): string => `
  import { Gauntlet } from ${source("../../core/src/index.ts")};
  import toolsShell from ${source("index.ts")};
  import { readFileSync } from "node:fs";
  const gauntlet = new Gauntlet({ plugins: [toolsShell], ...${JSON.stringify(options())} });
  const session = await gauntlet.session();
  const bash = (input) => session.call([{ tool: "Bash", input }]);
  await bash({ command: ${JSON.stringify(TREE)}, run_in_background: true });
  bash({ command: ${JSON.stringify(`(${TREE}) > pids; true`)} });
  const pids = () => { try { return readFileSync("pids", "utf8"); } catch { return ""; } };
  process.chdir(${JSON.stringify(join(root, "work"))});
  let seen = "";
  while ((seen + pids()).match(/^pid \\d+$/gm)?.length !== 4) {
    const [{ block }] = await session.call([{ tool: "TaskOutput", input: { task_id: "bash_1" } }]);
    seen += block.content + "\\n";
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  process.stdout.write(seen + pids() + "ready\\n");
  ${atEnd}`;

describe("no process of a session outlives it", () => {
  test("when it is closed", async () => {
    const host = startHost(hostScript("await session.close();"));
    const pids = pidsIn(await host.ended());
    expect(pids).toHaveLength(4);
    expect(pids.map(isRunning)).toEqual([false, false, false, false]);
  });

  test("when its process exits", async () => {
    const host = startHost(hostScript("process.exit(0);"));
    const pids = pidsIn(await host.ended());
    expect(pids).toHaveLength(4);
    expect(pids.map(isRunning)).toEqual([false, false, false, false]);
  });

  test("when its process crashed and any session is started; resumed, it knows what had run", async () => {
    const host = startHost(hostScript(""));
    const pids = pidsIn(await host.printed("ready"));
    await host.crash();
    expect(pids).toHaveLength(4);
    expect(pids.map(isRunning)).toEqual([true, true, true, true]);

    const other = await gauntlet().session();
    expect(pids.map(isRunning)).toEqual([false, false, false, false]);
    await other.close();

    const resumed = await gauntlet().session({ continue: true });
    expect(await call(resumed, "TaskOutput", {})).toMatch(
      /^Task bash_1 ended with the earlier run of this session\./,
    );
    await resumed.close();
  });
});

describe("commands of one message", () => {
  test("run one after the other where one moves the shell, and at once where none does", async () => {
    const session = await gauntlet().session();
    await call(session, "Bash", { command: "mkdir sub" });
    const settled = await session.call(
      ["cd sub", "pwd", "cd ..", "pwd"].map((command) => ({ tool: "Bash", input: { command } })),
    );
    expect(settled.map(({ block }) => block.content).filter((text) => String(text).startsWith("/"))).toEqual([
      `${root}/work/sub\n`,
      `${root}/work\n`,
    ]);
    // Each waits for a file the other makes: one at a time, neither would end well.
    const meet = (mine: string, other: string): string =>
      `touch ${mine}; for i in $(seq 1 500); do [ -e ${other} ] && break; sleep 0.01; done; [ -e ${other} ]`;
    const together = await session.call(
      [meet("a", "b"), meet("b", "a")].map((command) => ({ tool: "Bash", input: { command } })),
    );
    expect(together.map(({ outcome }) => outcome)).toEqual(["succeeded", "succeeded"]);
    await session.close();
  });
});
