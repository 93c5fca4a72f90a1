import { readFileSync } from "node:fs";
import { ERROR_CODES, type ErrorCode, GauntletError } from "@gauntlet/core";
import { afterEach, expect, test, vi } from "vitest";
import { EXIT, exitCodeOf } from "../src/exit-code.ts";
import { commands, flagsIn, helpOf } from "./help-text.ts";

const page = readFileSync(new URL("../../../docs/reference/exit-codes.md", import.meta.url), "utf8");
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [Number.parseInt(text, 10), text]),
);
const codes = Object.keys(ERROR_CODES) as ErrorCode[];

afterEach(() => void vi.restoreAllMocks());

test("the page has a row and a section for every exit code and no other", () => {
  const rows = [...page.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
  const all = Object.values(EXIT).sort((a, b) => a - b);
  expect(rows).toEqual(all);
  expect([...sections.keys()]).toEqual(all);
});

test("the errors after which nothing was run are those the page names", () => {
  const named = [...(sections.get(EXIT.usage) ?? "").matchAll(/`(GNT_[A-Z_]+)(…?)`/g)];
  const isNamed = (code: string): boolean =>
    named.some(([, name = "", more]) => (more === "" ? code === name : code.startsWith(name)));
  const usage = codes.filter((code) => exitCodeOf(new GauntletError(code, "x")) === EXIT.usage);
  expect(codes.filter(isNamed)).toEqual(usage);
  expect(named.filter(([, name = ""]) => !codes.some((code) => code.startsWith(name)))).toEqual([]);
});

test("every other error, ours or not, is a failure", () => {
  expect(exitCodeOf(new GauntletError("GNT_MODEL_REQUEST", "x"))).toBe(EXIT.failed);
  expect(exitCodeOf(new Error("GNT_CONFIG_INVALID"))).toBe(EXIT.failed);
});

test("the commands and flags the page speaks of exist", async () => {
  const known = await commands();
  const flags = new Set<string>();
  // One after another: they write to one standard output.
  for (const path of known) for (const flag of flagsIn(await helpOf(path))) flags.add(flag);
  const said = [...page.matchAll(/^- ((?:`[^`]+`(?:, | and )?)+):|\. (`[^`]+`(?:, `[^`]+`)*):/gm)]
    .flatMap(([, first = "", later = ""]) => [...`${first}${later}`.matchAll(/`([^`]+)`/g)])
    .map(([, name = ""]) => name);
  const isKnown = (name: string): boolean =>
    name === "-p" ||
    flags.has(name) ||
    known.some((path) => path.length > 0 && name.replace(/ --[\w-]+$/, "") === path.join(" "));
  expect(said.length).toBeGreaterThan(15);
  expect(said.filter((name) => !isKnown(name))).toEqual([]);
});
