import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { commands, flagsIn, helpOf } from "./help-text.ts";

const page = readFileSync(new URL("../../../docs/reference/cli.md", import.meta.url), "utf8");
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.split("\n")[0] ?? "", text]),
);
const shared = sections.get("Flags of every deciding command") ?? "";

afterEach(() => void vi.restoreAllMocks());

/** The section of a command, or of the group it belongs to. */
const sectionOf = (path: readonly string[]): string =>
  sections.get(path.length === 0 ? "-p, --print" : path.join(" ")) ?? sections.get(path[0] ?? "") ?? "";

test("the page of the command line names every command and every flag", async () => {
  const missing: string[] = [];
  for (const path of await commands()) {
    const flags = flagsIn(await helpOf(path));
    // The flags of deciding commands come together or not at all.
    const text = `${sectionOf(path)}${flags.includes("--headless") ? shared : ""}${path.length === 0 ? page : ""}`;
    if (path.length > 0 && !page.includes(`\`gauntlet ${path.join(" ")}`)) missing.push(path.join(" "));
    for (const flag of flags)
      if (!new RegExp(`${flag}(?![\\w-])`).test(text)) missing.push(`${path.join(" ")} ${flag}`);
  }
  expect(missing).toEqual([]);
});

test("the page lists the commands that take the flags of deciding", async () => {
  const deciding: string[] = [];
  for (const path of await commands())
    if (flagsIn(await helpOf(path)).includes("--headless")) deciding.push(path.join(" ") || "-p");
  const said = shared.split(" take them")[0] ?? "";
  expect([...said.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(deciding.sort());
});

test("the page names no flag that a command lacks", async () => {
  const known = new Set<string>(["--help", "--version"]);
  for (const path of await commands()) for (const flag of flagsIn(await helpOf(path))) known.add(flag);
  const said = [...page.matchAll(/^\| `(?:-\w`, `)?(--[\w-]+)/gm)].map(([, flag = ""]) => flag);
  expect(said.length).toBeGreaterThan(20);
  expect(said.filter((flag) => !known.has(flag))).toEqual([]);
});
