import { execFileSync } from "node:child_process";
import { link, mkdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { TRACED, tracedTouches } from "../../testing/src/traced-touches.ts";
import { makeWorld } from "./context.ts";

const script = fileURLToPath(new URL("./fixtures/denied-searches.ts", import.meta.url));
const node = ["--import", import.meta.resolve("tsx"), "--conditions=gauntlet-source", script];

const CLOSED = /\/(key|hard|\.env|ignored\.secret|odd .*|closed\/\.gitignore)$/;

async function makeTree() {
  const world = await makeWorld("work");
  await world.put("src/a.txt", "needle\n");
  await world.put("src/sub/b.txt", "needle\n");
  await world.put("secrets/key", "needle in key\n");
  await world.put("secrets/.gitignore", "x\n");
  await world.put("src/.env", "needle in env\n");
  await world.put(".gitignore", "*.secret\n");
  await world.put("src/ignored.secret", "needle ignored\n");
  await world.put("src/odd [x]{y}*?\\ .key ", "needle odd\n");
  await world.put("closed/.gitignore", "*\n");
  await world.put("closed/c.txt", "needle\n");
  await world.link("alias", "secrets");
  await world.link("src/to-key", "../secrets/key");
  await mkdir(world.path("src/deep"));
  await link(world.path("secrets/key"), world.path("src/deep/hard"));
  return world;
}

const deny = [
  "Read(./secrets/**)",
  "Read(**/.env)",
  "Read(**/*.secret)",
  "Read(**/odd*)",
  "Read(./closed/.gitignore)",
];

const searches = ["content", "files_with_matches", "count"].flatMap((output_mode) => [
  { pattern: "needle", output_mode },
  { pattern: "needle", output_mode, glob: "*" },
  { pattern: "needle", output_mode, glob: "**/*.{secret,key,txt,env}" },
  { pattern: "needle", output_mode, glob: "!*.md" },
  { pattern: "needle", output_mode, path: "src", "-C": 2 },
  { pattern: "needle", output_mode, path: "alias" },
  { pattern: "needle", output_mode, path: "alias/key" },
  { pattern: "needle", output_mode, path: "src/to-key" },
  { pattern: "needle", output_mode, path: "src/.env" },
  { pattern: "needle", output_mode, path: "src/deep/hard" },
]);
const calls = [
  ...searches.map((input) => ({ tool: "Grep", input })),
  ...["**/*", "**/.*", "secrets/*", "alias/*", "src/**/h*"].map((pattern) => ({
    tool: "Glob",
    input: { pattern },
  })),
];

describe.runIf(process.platform === "linux")("what a read rule closes", { timeout: 60_000 }, () => {
  test("is neither opened nor named by any search", async () => {
    const world = await makeTree();
    const trace = world.path("../trace.txt");
    const traced = `trace=${TRACED.map((name) => `?${name}`).join()}`;
    const out = execFileSync(
      "strace",
      [
        ...["-f", "-qq", "-y", "--seccomp-bpf", "-s", "4096", "-o", trace, "-e", traced],
        ...[process.execPath, ...node, world.root, JSON.stringify({ deny, calls })],
      ],
      { encoding: "utf8" },
    );
    const results = JSON.parse(out) as [string, string][];
    expect(
      results.map(([, text]) => text).filter((text) => /key|hard|\.env|secret\b|odd/.test(told(text))),
    ).toEqual([]);
    expect(results[0]).toEqual(["succeeded", expect.stringContaining("src/sub/b.txt:1:needle")]);
    expect(results.filter(([outcome]) => outcome === "succeeded").length).toBeGreaterThan(15);

    const text = await readFile(trace, "utf8");
    const nowhere = { begin: "/begin", end: "/end", cwd: world.root };
    const touched = tracedTouches(`1 open("/begin", O_RDONLY) = -1\n${text}`, nowhere).map(
      ({ path }) => path,
    );
    expect(touched).toContain(world.path("src/sub/b.txt"));
    expect(touched.filter((path) => path.startsWith(world.root) && CLOSED.test(path))).toEqual([]);
  });
});

/** A result without what only repeats the call. */
const told = (text: string): string =>
  text.replace(/^No (files match|matches).*$/gm, "").replace(/^.*(was denied|denies|denied by).*$/gm, "");
