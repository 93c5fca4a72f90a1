import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, type Place, run } from "./command.ts";
import { writeFiles } from "./files.ts";

const CONFIG = {
  permissions: { allow: ["Write"], deny: ["Read(.env)"] },
  env: { STAGE: "test" },
  plugins: ["./deploy.mjs"],
  hooks: {},
  mcpServers: { db: { command: "node", args: ["db.mjs"] } },
};

const project = async (): Promise<Place> =>
  createPlace({
    ".git/HEAD": "",
    "gauntlet.config.json": JSON.stringify(CONFIG),
    "deploy.mjs": "throw new Error('this must not run');",
    "db.mjs": "",
  });

const trust = async (place: Place, ...args: readonly string[]) => run(place, ["trust", ...args]);

describe("gauntlet trust", () => {
  test("asks nothing and shows what counts from now on, without running any of it", async () => {
    const place = await project();
    expect(await trust(place)).toEqual({
      code: 0,
      stderr: "",
      stdout: [
        `trusted ${place.cwd}: its configuration, plugins and allow rules count from now on`,
        "  db.mjs: runs as server command",
        "  deploy.mjs: runs code",
        "  gauntlet.config.json: allow rules: Write; environment: STAGE; plugins: ./deploy.mjs; servers: db",
        "  server db: node db.mjs",
        "when one of these files is changed, added or removed, trust ends until you give it again;",
        "packages that code imports are not on the list",
        "",
      ].join("\n"),
    });
  });

  test("says so when there is nothing that needs trust", async () => {
    const place = await createPlace({ "src/a.ts": "" });
    const { code, stdout } = await trust(place, ".");
    expect(code).toBe(0);
    expect(stdout).toContain("it has none now; when some appear, trust ends until you give it again");
  });

  test("shows names from the repository so that they cannot pose as anything else", async () => {
    const odd = "a\u202eb\n  gauntlet.config.json: loosens nothing";
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify({ permissions: { allow: [`Bash(\u001b[2K${odd})`] } }),
    });
    const { code, stdout } = await trust(place);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "allow rules: Bash(\\u{1b}[2Ka\\u{202e}b\\n  gauntlet.config.json: loosens nothing)",
    );
    expect(stdout.split("\n")).toHaveLength(5);
  });

  test("lists what is trusted and names what ended trust", async () => {
    const place = await project();
    expect((await trust(place, "--list")).stdout).toBe("no directory is trusted\n");
    await trust(place);
    expect((await trust(place, "--list")).stdout).toBe(`${place.cwd}\n`);
    await writeFiles(place.cwd, { "deploy.mjs": "other()" });
    await rm(join(place.cwd, "db.mjs"));
    await writeFiles(place.cwd, { ".gauntletrc": "{}" });
    expect(await trust(place, "--list")).toEqual({
      code: 0,
      stderr: "",
      stdout: `${place.cwd} (trust ended: .gauntletrc was added, db.mjs was removed, deploy.mjs was changed)\n`,
    });
  });

  test("is taken back by name", async () => {
    const place = await project();
    await trust(place);
    expect(await trust(place, "--revoke", ".")).toEqual({
      code: 0,
      stderr: "",
      stdout: `no longer trusted: ${place.cwd}\n`,
    });
    expect((await trust(place, "--list")).stdout).toBe("no directory is trusted\n");
    expect((await trust(place, "--revoke")).stdout).toContain("was not trusted by itself");
    const { stdout } = await run(place, ["explain", "Write", '{"file_path":"x","content":""}', "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ decision: { behavior: "ask" } });
  });

  test("says when a directory stays trusted through the one around it", async () => {
    const place = await createPlace({ "sub/a": "" });
    await trust(place);
    const { stdout } = await trust(place, "--revoke", "sub");
    expect(stdout).toContain(`it lies in ${place.cwd}, which is trusted`);
  });

  test("is kept outside of the repository, which has no say in it", async () => {
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify({
        permissions: { allow: ["Write"] },
        env: { GAUNTLET_HOME: "state-of-mine" },
      }),
      "state-of-mine/trust.json": "{}",
    });
    const { stdout, stderr } = await run(place, [
      "explain",
      "Write",
      '{"file_path":"x","content":""}',
      "--json",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ decision: { behavior: "ask" } });
    expect(stderr).toContain("is not trusted");
    await trust(place);
    expect(JSON.parse(await readFile(join(place.root, "state/trust.json"), "utf8"))).toMatchObject({
      directories: { [place.cwd]: {} },
    });
  });
});

test("a hook that runs is not said to be idle, and one without an event here is", async () => {
  const hooks = [{ hooks: [{ type: "command", command: "true" }] }];
  const place = await createPlace({
    "gauntlet.config.json": JSON.stringify({ hooks: { PreToolUse: hooks, FileChanged: hooks } }),
  });
  const { stdout } = await run(place, ["trust"]);
  expect(stdout).toMatch(/^ {2}hook PreToolUse: true$/m);
  expect(stdout).toMatch(/^ {2}hook FileChanged: true \(there is no such event here, so it never runs\)$/m);
});
