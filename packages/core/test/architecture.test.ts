import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const packages = fileURLToPath(new URL("../..", import.meta.url));
const core = join(packages, "core/src");

/** Higher floors may import lower ones. Rooms on one floor do not import each other. */
const FLOORS: Readonly<Record<string, number>> = {
  "errors.ts": 0,
  "address-range.ts": 0,
  "in-time.ts": 0,
  "pending.ts": 0,
  "one-after-another.ts": 0,
  "json-object.ts": 0,
  "in-words.ts": 0,
  "tool-search": 1,
  process: 1,
  contract: 1,
  "messages.ts": 1,
  "tap-order.ts": 2,
  "hooks.ts": 3,
  secrets: 2,
  tool: 3,
  pool: 3,
  policy: 3,
  results: 3,
  schedule: 3,
  transcript: 3,
  session: 3,
  stages: 4,
  "pipeline.ts": 5,
  "explain.ts": 5,
  "resume.ts": 5,
  "settings-source.ts": 4,
  "keep-out.ts": 5,
  "session-policy.ts": 6,
  "policy-replay.ts": 5,
  "agent-policy.ts": 7,
  "command-hooks": 5,
  model: 5,
  config: 6,
  turn: 6,
  "turn.ts": 7,
  "session-bounds.ts": 7,
  "session.ts": 8,
  "session-home.ts": 9,
  "session-past.ts": 9,
  "session-record.ts": 10,
  "session-scopes.ts": 10,
  "apply-plugins.ts": 10,
  "diagnose-plugins.ts": 10,
  "session-runtime.ts": 11,
  "assemble-session.ts": 12,
  "open-agent.ts": 13,
  "open-session.ts": 14,
  "gauntlet.ts": 15,
  "index.ts": 16,
};

/** Rooms that may look into a neighbour on their own floor, and why that is sound. */
const NEIGHBOURS: readonly string[] = [
  "pool → tool", // a pool is made of registered tools
  "session → tool", // slots freeze what they keep
  "policy → tool", // rule errors suggest near names
];

/** The one file (or folder) that may import a dependency. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  tapable: ["hooks.ts"],
  "ipaddr.js": ["address-range.ts"],
  stemmer: ["tool-search/words.ts"],
  "@anthropic-ai/sdk": ["model/anthropic.ts"],
  "@anthropic-ai/sdk/client": ["model/messages-client.ts"],
  "@anthropic-ai/sdk/resources/messages": ["model/messages-client.ts"],
  "js-yaml": ["config/"],
  jiti: ["config/"],
  "typebox/compile": ["tool/input-schema.ts"],
  ajv: ["pool/ajv.ts"],
  re2js: ["pool/ajv.ts"],
  "ajv/dist/2019.js": ["pool/ajv.ts"],
  "ajv-formats": ["pool/ajv.ts"],
  "ajv/dist/2020.js": ["pool/ajv.ts"],
};

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  /** Made when the code runs, not when the module loads. */
  readonly onUse: boolean;
}

function sourceFiles(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, "utf8");
  const found = [
    ...text.matchAll(/^(import|export)\s+(type\s)?[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)/gms),
  ];
  return found.map(([, , typeOnly, named, dynamic]) => ({
    from: file,
    to: named ?? dynamic ?? "",
    typeOnly: Boolean(typeOnly),
    onUse: dynamic !== undefined,
  }));
}

const coreImports = sourceFiles(core).flatMap(importsOf);
const roomOf = (file: string): string => relative(core, file).split("/")[0] ?? "";

describe("core", () => {
  test("every file stands on a floor", () => {
    const rooms = new Set(sourceFiles(core).map(roomOf));
    expect([...rooms].filter((room) => FLOORS[room] === undefined)).toEqual([]);
  });

  test("imports lead downwards, and rooms on one floor do not know each other", () => {
    const wrong = coreImports
      .filter(({ to }) => to.startsWith("."))
      .map(
        ({ from, to }) => [roomOf(from), roomOf(resolve(dirname(from), to)), relative(core, from)] as const,
      )
      .filter(([from, to]) => from !== to && !NEIGHBOURS.includes(`${from} → ${to}`))
      .filter(([from, to]) => (FLOORS[from] ?? 0) <= (FLOORS[to] ?? 99))
      .map(([from, to, file]) => `${file}: ${from} → ${to}`);
    expect(wrong).toEqual([]);
  });

  test("each dependency has one door", () => {
    const wrong = coreImports
      .filter(({ to }) => !to.startsWith(".") && DOORS[to])
      .filter(({ from, to }) => !DOORS[to]?.some((door) => relative(core, from).startsWith(door)))
      .map(({ from, to }) => `${relative(core, from)} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  test("heavy dependencies load on use", () => {
    const heavy = [
      ...["./messages-client.ts", "./ajv.ts", "../tool-search/search-tools.ts"],
      ...["jiti", "js-yaml", "typebox/compile", "ipaddr.js"],
    ];
    const early = coreImports
      .filter(({ to, typeOnly, onUse }) => heavy.includes(to) && !typeOnly && !onUse)
      .map(({ from, to }) => `${relative(core, from)} imports ${to}`);
    expect(early).toEqual([]);
    expect(heavy.filter((name) => !coreImports.some(({ to, onUse }) => to === name && onUse))).toEqual([]);
  });

  test("no pack is known", () => {
    expect(coreImports.filter(({ to }) => to.startsWith("@gauntlet/"))).toEqual([]);
  });
});

test("packs know only core", () => {
  const packs = [
    "mcp",
    "tools-agent",
    "tools-fs",
    "tools-shell",
    "tools-web",
    "policy-recommended",
    "testing",
    "telemetry",
  ];
  const doors = ["@gauntlet/core", "@gauntlet/core/tool-search"];
  const wrong = packs
    .flatMap((pack) => sourceFiles(join(packages, pack, "src")).flatMap(importsOf))
    .filter(({ to }) => to.startsWith("@gauntlet/") && !doors.includes(to))
    .map(({ from, to }) => `${relative(packages, from)} imports ${to}`);
  expect(wrong).toEqual([]);
});
