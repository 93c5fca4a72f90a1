import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CassetteTurn } from "@gauntlet/testing";
import { describe, expect, test } from "vitest";
import { createPlace, type Place, serve } from "./command.ts";
import { writeFiles } from "./files.ts";
import { blocksOf, isUnaccounted } from "./guides/page.ts";
import { isAsShown, type Reader, walk } from "./guides/walk.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** A reader of a page, where they are below their home, what lies there, and what a model says to them. */
interface Setting extends Reader {
  readonly page: string;
  readonly in?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly turns?: readonly CassetteTurn[];
  /** The address of the page that stands for the model's server. */
  readonly server?: string;
}

const say = (text: string): CassetteTurn => ({ blocks: [{ type: "text", text }] });

const ours = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [`@gauntlet/${name}`, join(repository, "packages", name)]));

const openTelemetry = Object.fromEntries(
  ["@opentelemetry/api", "@opentelemetry/sdk-trace-base"].map((name) => [
    name,
    join(repository, "examples/telemetry/node_modules", name),
  ]),
);

const fileServer = join(
  repository,
  "packages/mcp/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
);

const SETTINGS: readonly Setting[] = [
  {
    page: "README.md",
    in: "gauntlet",
    files: { "README.md": "# Gauntlet\n", "../my-project/README.md": "# Mine\n" },
    turns: [say("Nothing fails.")],
  },
  {
    page: "docs/start.md",
    in: "my-project",
    files: { "README.md": "# Mine\n" },
    turns: [say("It is mine."), say("Not at all.")],
    instead: { "ANTHROPIC_API_KEY=…": "ANTHROPIC_API_KEY=key" },
  },
  {
    page: "docs/guides/connect-mcp-servers.md",
    files: { "docs/a.md": "hello\n" },
    instead: {
      '"npx"': JSON.stringify(process.execPath),
      '"-y", "@modelcontextprotocol/server-filesystem@2026.8.31"': JSON.stringify(fileServer),
    },
  },
  { page: "docs/guides/govern-another-agent.md" },
  { page: "docs/guides/test-your-rules.md" },
  {
    page: "docs/guides/trace-with-opentelemetry.md",
    installed: { ...ours("telemetry"), ...openTelemetry },
    turns: [say("It is mine.")],
  },
  { page: "docs/guides/use-any-messages-server.md", turns: [say("hello")], server: "http://127.0.0.1:8080" },
  { page: "docs/guides/write-a-command-hook.md" },
  { page: "docs/guides/write-a-plugin.md", installed: ours("core") },
  {
    page: "docs/guides/write-a-policy.md",
    installed: {
      ...ours("core", "testing", "policy-recommended", "cli"),
      "@acme/gauntlet-policy": join(repository, "examples/org-policy"),
    },
    env: { GAUNTLET_MANAGED: "HOME/shop/gauntlet-policy/managed.json" },
  },
  {
    page: "docs/guides/write-a-tool-pack.md",
    in: "work",
    installed: {
      ...ours("core", "testing", "cli"),
      "gauntlet-pack-lines": join(repository, "examples/minimal-pack"),
    },
  },
];

const guides = readdirSync(join(repository, "docs/guides")).map((name) => `docs/guides/${name}`);
const pages = ["README.md", "docs/start.md", ...guides];

test.each(pages)("each block of %s is run, is a file, or says that it is only shown", (page) => {
  expect(blocksOf(page).filter(isUnaccounted)).toEqual([]);
});

test("each page that has something to run is walked", () => {
  const toRun = pages.filter((page) =>
    blocksOf(page).some(({ language, shown }) => language === "sh" && shown === undefined),
  );
  expect(SETTINGS.map(({ page }) => page)).toEqual(toRun);
});

describe.each(SETTINGS)("$page", (setting) => {
  test("prints what it says, and ends as it says", async () => {
    const place = await placeOf(setting);
    const steps = await walk(place, blocksOf(setting.page), await readerOf(setting, place));
    expect(steps.length).toBeGreaterThan(0);
    for (const { code, printed, expected, codes, expectedCodes } of steps) {
      expect({ code, codes, printed }).toEqual({ code, codes: expectedCodes, printed });
      if (expected !== undefined && !isAsShown(printed, expected)) expect(printed).toBe(expected);
    }
  }, 120_000);
});

/** The reader stands in a directory of their home. */
async function placeOf({ in: directory = "shop", files = {} }: Setting): Promise<Place> {
  const place = await createPlace();
  const cwd = join(place.env["HOME"] ?? place.root, directory);
  await writeFiles(cwd, files);
  return { ...place, cwd };
}

async function readerOf({ turns, server, env = {}, ...reader }: Setting, place: Place): Promise<Reader> {
  const own = Object.entries(env).map(([name, value]) => [
    name,
    value?.replace("HOME", place.env["HOME"] ?? ""),
  ]);
  const model = turns && (await serve(turns));
  return {
    ...reader,
    env: { ...Object.fromEntries(own), ...model?.env },
    instead: { ...reader.instead, ...(server !== undefined && { [server]: model?.server.url ?? "" }) },
  };
}
