import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOOK_NAMES } from "../../src/contract/hook.ts";
import { HOOK_KINDS } from "../../src/hooks.ts";
import { root } from "./markdown-files.ts";

const page = readFileSync(join(root, "docs/reference/hooks.md"), "utf8");
const contract = readFileSync(join(root, "packages/core/src/contract/hook.ts"), "utf8");

const NO_HOOKS = ["What a tap is given"];
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const items = [...section.matchAll(/^- \*\*(.+?):\*\* (.*(?:\n {2}.*)*)/gm)];
    return {
      hook: section.split("\n")[0] ?? "",
      text: section,
      items: new Map(items.map(([, name = "", text = ""]) => [name, text.replaceAll(/\s+/g, " ").trim()])),
    };
  })
  .filter(({ hook }) => !NO_HOOKS.includes(hook));

test("the page of hooks lists the seven in the order a call passes them", () => {
  expect(sections.map(({ hook }) => hook)).toEqual([...HOOK_NAMES]);
});

test.each(["Runs", "A tap may", "Then the core", "A tap throws"])("every hook says in words: %s", (item) => {
  expect(
    sections.filter(({ items }) => !/\w{3}/.test(items.get(item) ?? "")).map(({ hook }) => hook),
  ).toEqual([]);
});

test.each(sections)("$hook is shown with its type, kind and neighbors", ({ hook, text, items }) => {
  const type = new RegExp(`readonly ${hook}: (Hook<.*>);`).exec(contract)?.[1];
  expect(items.get("Type")).toBe(`\`${type}\``);
  expect(items.get("Kind")?.split(/[;.]/)[0]).toBe(HOOK_KINDS[hook as keyof typeof HOOK_KINDS]);
  const at = sections.findIndex((section) => section.hook === hook);
  const link = (name: string | undefined) =>
    name === undefined ? "none" : `[${name}](#${name.toLowerCase()})`;
  expect(/\*\*Previous:\*\* (\S+?)\.? \*\*Next:\*\* (\S+)$/m.exec(text)?.slice(1)).toEqual([
    link(HOOK_NAMES[at - 1]),
    link(HOOK_NAMES[at + 1]),
  ]);
});

test("the options of a tap, and what it is given, are those of the types", () => {
  const rowsOf = (heading: string): readonly string[] => {
    const table = page.slice(page.indexOf(heading)).split(/\n\n(?!\|)/)[0] ?? "";
    return [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name = ""]) => name);
  };
  const membersOf = (name: string, file: string): readonly string[] => {
    const text = readFileSync(join(root, "packages/core/src/contract", file), "utf8");
    const body = new RegExp(`interface ${name}[^{]*\\{(.*?)^\\}`, "ms").exec(text)?.[1] ?? "";
    return [...body.matchAll(/^ {2}(?:readonly )?(\w+)[?<(:]/gm)].map(([, member = ""]) => member);
  };
  expect(rowsOf("| Option")).toContain("before");
  expect([...rowsOf("| Option")].sort()).toEqual([...membersOf("TapOptions", "hook.ts")].sort());
  expect([...rowsOf("| Member")].sort()).toEqual(
    [...membersOf("SessionScope", "session-scope.ts"), ...membersOf("TapScope", "session-scope.ts")].sort(),
  );
});
