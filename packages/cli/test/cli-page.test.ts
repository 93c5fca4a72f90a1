import { readFileSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { main } from "../src/main.ts";

const page = readFileSync(new URL("../../../docs/reference/cli.md", import.meta.url), "utf8");
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.split("\n")[0] ?? "", text]),
);
const shared = sections.get("Flags of every deciding command") ?? "";

afterEach(() => void vi.restoreAllMocks());

async function helpOf(path: readonly string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await main([...path, "--help"]);
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join("");
  write.mockRestore();
  return text;
}

const listed = (help: string, title: string): string =>
  help.split(`\n${title}:\n`)[1]?.split(/\n\n/)[0] ?? "";

/** Long flags of a command, without the one for help. */
const flagsIn = (help: string): readonly string[] =>
  [...listed(help, "Options").matchAll(/^ {2}(?:-\w, )?(--.+?)(?: {2}|$)/gm)]
    .flatMap(([, flags = ""]) => [...flags.matchAll(/--[\w-]+/g)].map(([flag]) => flag))
    .filter((flag) => flag !== "--help");

async function commands(path: readonly string[] = []): Promise<readonly (readonly string[])[]> {
  const names = [...listed(await helpOf(path), "Commands").matchAll(/^ {2}(\w+)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "help");
  const found: (readonly string[])[] = [path];
  for (const name of names) found.push(...(await commands([...path, name])));
  return found;
}

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
