import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ExecuteContext, LocatedEffect } from "@gauntlet/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type BashInput, bash } from "../../src/bash.ts";
import { probeBubblewrap } from "../../src/sandbox/bubblewrap.ts";
import { taskOutput } from "../../src/tasks/task-output.ts";
import { createWorkplace, type Workplace } from "../context.ts";

const probe = await probeBubblewrap(process.env["PATH"]);
const problem = "problem" in probe ? probe.problem : undefined;

if (problem !== undefined) console.warn(`tests of the sandbox are left out: ${problem}`);

test.runIf(process.env["CI"])("on CI bubblewrap is installed", () => {
  expect(problem ?? "").not.toContain("is not installed");
});

let place: Workplace;
beforeEach(async () => {
  place = await createWorkplace({ sandbox: { enabled: true, required: true } });
});
afterEach(() => place.remove());

/** The effects the call would be allowed, as the gate gives them to it. */
const effectsOf = async (input: BashInput): Promise<readonly LocatedEffect[]> =>
  ((await bash.effects(input, place.context())) ?? []).map((effect) =>
    "path" in effect ? { ...effect, realPath: effect.path } : effect,
  );
const run = async (command: string, more: Partial<ExecuteContext> = {}): Promise<string> => {
  const effects = await effectsOf({ command });
  try {
    return (await bash.execute({ command }, place.context({ effects, ...more }))).text;
  } catch (thrown) {
    return `failed: ${(thrown as Error).message}`;
  }
};

describe.skipIf(problem)(
  `a sandboxed command${problem === undefined ? "" : ` (skipped: ${problem})`}`,
  () => {
    test("reads, and writes what it was allowed to write, and nothing else", async () => {
      writeFileSync(join(place.cwd, "a.txt"), "a\n");
      mkdirSync(join(place.cwd, "sub"));
      expect(await run("cat a.txt > sub/b.txt; cat sub/b.txt")).toBe("a\n");
      expect(readFileSync(join(place.cwd, "sub", "b.txt"), "utf8")).toBe("a\n");
      const effects = await effectsOf({ command: "cat a.txt > sub/b.txt" });
      expect(await run("echo x > c.txt", { effects })).toMatch(
        /Read-only file system\n\(The command ran in a sandbox, .* It may write .*\/sub, \/tmp; the network is off\./,
      );
      expect(existsSync(join(place.cwd, "c.txt"))).toBe(false);
    });

    test("leaves alone what decides which code runs later, also where it is not there", async () => {
      mkdirSync(join(place.cwd, ".git"));
      mkdirSync(join(place.cwd, ".vscode"));
      for (const name of [".envrc", "gauntlet.config.ts", ".mcp.json"])
        writeFileSync(join(place.cwd, name), "");
      const makes = (name: string): Promise<string> => {
        const script = `const { mkdirSync, writeFileSync } = require("fs"), { dirname } = require("path"); mkdirSync(dirname("${name}"), { recursive: true }); writeFileSync("${name}", "x"); writeFileSync("done", "")`;
        return run(`node -e '${script}'`);
      };
      const names = [
        ".claude/settings.json",
        ".gauntlet/x",
        ".git/hooks/pre-commit",
        ".vscode/tasks.json",
        ".envrc",
        "gauntlet.config.ts",
        ".mcp.json",
      ];
      for (const name of names)
        expect([name, await makes(name)]).toEqual([name, expect.stringMatching(/EROFS/)]);
      expect(existsSync(join(place.cwd, "done"))).toBe(false);
      // Nothing is left of what was put in its place.
      expect(
        [".claude", ".gauntlet", ".git/hooks"].filter((name) => existsSync(join(place.cwd, name))),
      ).toEqual([]);
      expect(await makes("plain/x")).toBe("");
    });

    test("makes what it was allowed to make", async () => {
      expect(await run("mkdir -p .claude && echo x > .claude/a && cat .claude/a")).toBe("x\n");
      expect(existsSync(join(place.cwd, ".claude/a"))).toBe(true);
    });

    test("keeps them fixed while another one ends", async () => {
      const wait = `node -e 'setTimeout(() => require("fs").writeFileSync(".claude/x", "x"), 1500)'`;
      const both = await Promise.all([run(wait), run("node -e 0")]);
      expect(both).toEqual([expect.stringMatching(/EROFS/), expect.any(String)]);
      expect(existsSync(join(place.cwd, ".claude"))).toBe(false);
    });

    test("of which nobody can say what it writes may write the working directory, and nothing outside", async () => {
      const out = join(place.directory, "escaped");
      const script = `require("fs").writeFileSync("in", "x"); require("fs").writeFileSync(${JSON.stringify(out)}, "x")`;
      expect(await run(`node -e '${script}'`)).toMatch(/EROFS|ENOENT/);
      expect(existsSync(join(place.cwd, "in"))).toBe(true);
      expect(existsSync(out)).toBe(false);
    });

    test("finds the places of secrets empty", async () => {
      mkdirSync(join(place.cwd, ".ssh"));
      writeFileSync(join(place.cwd, ".ssh", "id"), "key\n");
      writeFileSync(join(place.cwd, ".netrc"), "password\n");
      expect(await run("ls -A .ssh; cat .netrc; echo done")).toBe("done\n");
    });

    test("sees no process of the host, has no capability, and leaves nothing running", async () => {
      const text = await run("ps -e | wc -l; grep CapEff /proc/self/status; setsid sleep 300 & sleep 0.1");
      expect(Number(text.split("\n")[0])).toBeLessThan(12);
      expect(text).toContain("CapEff:\t0000000000000000");
      expect(text).not.toContain("still running");
    });

    test("reaches a host only when one was allowed", async () => {
      const server = createServer((_, response) => response.end("served\n")).listen(0, "127.0.0.1");
      await new Promise((resolve) => server.once("listening", resolve));
      const command = `curl -sS http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      expect(await run(command)).toBe("served\n");
      expect(await run(command, { effects: [{ kind: "exec", text: command }] })).toMatch(
        /^failed: .*exit code 7/,
      );
      await place.remove();
      place = await createWorkplace({ sandbox: { enabled: true, network: "always" } });
      expect(await run(command, { effects: [{ kind: "exec", text: command }] })).toBe("served\n");
      server.close();
    });

    test("carries its directory, gives its exit code, and is stopped at the time-out", async () => {
      mkdirSync(join(place.cwd, "sub"));
      await run("cd sub");
      expect(await run("pwd; exit 7")).toBe(
        `failed: The command failed with exit code 7. Its output:\n${place.cwd}/sub\n`,
      );
      await expect(
        bash.execute({ command: "sleep 300; true", timeout: 300 }, place.context()),
      ).rejects.toThrow("timed out");
    });

    test("runs `npm test`", async () => {
      const scripts = { test: "node --test" };
      writeFileSync(
        join(place.cwd, "package.json"),
        JSON.stringify({ name: "x", version: "1.0.0", scripts }),
      );
      writeFileSync(
        join(place.cwd, "a.test.js"),
        `require("node:test")("works", async () => {
        require("node:fs").writeFileSync(require("node:os").tmpdir() + "/scratch", "x");
        const server = require("node:http").createServer((_, r) => r.end("ok")).listen(0, "127.0.0.1");
        await new Promise((done) => server.once("listening", done));
        const answer = await fetch("http://127.0.0.1:" + server.address().port);
        if ((await answer.text()) !== "ok") throw new Error("no answer");
        server.close();
      });`,
      );
      expect(await run("npm test")).toMatch(/pass 1\n/);
    });

    test("runs git, but cannot plant hooks or settings by the way", async () => {
      const git = "git -c user.name=u -c user.email=u@e";
      await run("git init -q .");
      expect(
        await run(`echo 1 > a; git add a; ${git} commit -q -m one; git status --short; git log --oneline`),
      ).toMatch(/^[0-9a-f]{7} one\n$/);
      const script = 'require("fs").writeFileSync(".git/hooks/post-commit", "x")';
      expect(await run(`node -e '${script}'`)).toContain("EROFS");
      expect(existsSync(join(place.cwd, ".git", "hooks", "post-commit"))).toBe(false);
    });

    test("in the background is sandboxed as well, and a refusal is told", async () => {
      const command = "echo x > /usr/planted";
      await bash.execute({ command, run_in_background: true }, place.context());
      await place.shell.tasks.find("bash_1")?.ended;
      expect(await taskOutput.execute({ task_id: "bash_1" }, place.context())).toMatch(
        /failed with exit code 1\..*\n.*Read-only file system\n\(The command ran in a sandbox/,
      );
    });
  },
);

describe("without a sandbox", () => {
  beforeEach(() => vi.stubEnv("PATH", `${process.env["PATH"]}:/no/such`));
  afterEach(() => vi.unstubAllEnvs());

  /** A PATH of its own that has bash and no bwrap. */
  function withoutBubblewrap(): void {
    const bin = join(place.cwd, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "bash"), '#!/bin/sh\nexec /bin/bash "$@"\n', { mode: 0o755 });
    vi.stubEnv("PATH", bin);
  }

  test("a command that requires one is not run", async () => {
    withoutBubblewrap();
    expect(await run("echo ran > ran")).toMatch(
      /^failed: Nothing was run: commands must run in a sandbox here, and there is none \(the program `bwrap`/,
    );
    expect(existsSync(join(place.cwd, "ran"))).toBe(false);
    await expect(
      bash.execute({ command: "echo ran > ran", run_in_background: true }, place.context()),
    ).rejects.toThrow("Nothing was run");
  });

  test("a command that only prefers one runs, and that is said", async () => {
    await place.remove();
    place = await createWorkplace({ sandbox: { enabled: true } });
    withoutBubblewrap();
    expect(await run("echo ran")).toMatch(/^ran\n\(There is no sandbox here, so the command ran without: /);
  });

  test("nothing is said where none is asked for", async () => {
    await place.remove();
    place = await createWorkplace();
    expect(await run("echo ran")).toBe("ran\n");
  });
});
