import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { run } from "./command.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const examples = join(repository, "examples");

interface Scratch {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
}

async function createScratch(): Promise<Scratch> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-examples-")));
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }));
  const env = { PATH: process.env["PATH"], HOME: join(root, "home"), GAUNTLET_HOME: join(root, "state") };
  return { root, env };
}

async function runScript(example: string, script: string): Promise<string> {
  const { env } = await createScratch();
  const { stdout } = await promisify(execFile)("npm", ["--silent", "run", script], {
    cwd: join(examples, example),
    env: { ...env, npm_config_update_notifier: "false" },
  });
  return stdout;
}

test("minimal-pack proves its tool", async () => {
  const output = await runScript("minimal-pack", "test");
  expect(output).toMatch(/pass 2\n/);
  expect(output).toMatch(/fail 0\n/);
});

test("minimal-pack is typed by its schema alone", async () => {
  const { root } = await createScratch();
  const options = ["--allowJs", "--checkJs", "--strict", "--skipLibCheck", "--ignoreConfig"];
  const target = ["--target", "es2023", "--module", "nodenext", "--types", "node", "--outDir", root];
  const files = ["src/index.js", "test/line-count.test.js"].map((file) =>
    join(examples, "minimal-pack", file),
  );
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [compiler, "--noEmit", ...options, ...target, ...files],
    { cwd: repository },
  );
  expect(stdout).toBe("");
});

test("command-hook keeps the license and checks JSON", async () => {
  const output = await runScript("command-hook", "test");
  expect(output).toMatch(/pass 3\n/);
  expect(output).toMatch(/fail 0\n/);
});

test("plugin guards generated files", async () => {
  const output = await runScript("plugin", "test");
  expect(output).toMatch(/pass 2\n/);
  expect(output).toMatch(/fail 0\n/);
});

test("plugin loads as a TypeScript file of a trusted directory and says why it denies", async () => {
  const { root, env } = await createScratch();
  const place = { root, env, cwd: join(examples, "plugin") };
  const args = ["explain", "Write", '{"file_path":"generated/user.json","content":""}'];
  const before = await run(place, args);
  expect(before.stderr).toContain("`plugins` in");
  expect(before.stdout).not.toContain("change schema/ instead");

  expect(await run(place, ["trust", "."])).toMatchObject({ code: 0 });
  const { code, stdout, stderr } = await run(place, args);
  expect({ code, stderr }).toEqual({ code: 3, stderr: "" });
  expect(stdout).toContain("Write would be denied");
  expect(stdout).toContain("because  generated/ is written by the generator; change schema/ instead");
});

test("telemetry prints the spans of a prompt", async () => {
  expect((await runScript("telemetry", "start")).trimEnd().split("\n")).toEqual([
    "chat claude-sonnet-5",
    "gate Read  allow",
    "execute_tool Read  succeeded",
    "chat claude-sonnet-5",
    "gate Read  deny",
    "execute_tool Read  denied",
    "chat claude-sonnet-5",
    "invoke_agent gauntlet  done",
  ]);
});

test("embedding shows a prompt from the first word to the last", async () => {
  expect((await runScript("embedding", "start")).trimEnd().split("\n")).toEqual([
    "wants      read package.json",
    "decided    allow: it reads inside the working directories",
    expect.stringMatching(/^succeeded {2}/),
    "wants      read .env",
    "decided    deny: rule `Read(.env)` of host denies reading it",
    expect.stringMatching(/^denied {5}Permission denied: /),
    "model      It is called gauntlet-example-embedding.",
    expect.stringMatching(/^wants {6}write NAME\.txt/),
    expect.stringMatching(/^asked {6}may I write \S*NAME\.txt/),
    "decided    deny: answered by example",
    "denied     The person refused this call and says: This example changes no files.",
    "model      I was not allowed to write NAME.txt.",
    "ended      done",
  ]);
  expect(await readdir(join(examples, "embedding"))).not.toContain("NAME.txt");
});

describe("the guide to tool packs shows files as they are", async () => {
  const guide = await readFile(join(repository, "docs/guides/write-a-tool-pack.md"), "utf8");
  const blocks = [...guide.matchAll(/(?:<!-- file: (\S+) -->\n\n)?^```(\w*)\n([\s\S]*?)^```$/gm)]
    .map(([, above, language = "", text = ""]) => ({
      language,
      file: above ?? /^\/\/ file: (\S+)\n/.exec(text)?.[1] ?? "a block without a file",
      text,
    }))
    .filter(({ language }) => language !== "sh");

  test("four of them", () => {
    expect(blocks.map(({ file }) => file)).toEqual([
      "examples/minimal-pack/package.json",
      "examples/minimal-pack/src/index.js",
      "examples/minimal-pack/test/line-count.test.js",
      "examples/minimal-pack/project/gauntlet.config.ts",
    ]);
  });

  // The formatter lays out JSON in a page and in a package file differently.
  const plain = (text: string, language: string): string =>
    language === "json" ? JSON.stringify(JSON.parse(text), null, 2) : text;

  test.each(blocks)("$file", async ({ file, text, language }) => {
    const whole = await readFile(join(repository, file), "utf8");
    expect(plain(text, language)).toBe(plain(whole, language));
  });
});
