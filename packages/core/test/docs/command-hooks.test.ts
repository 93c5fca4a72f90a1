import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOOK_EVENTS } from "../../src/contract/command-hook.ts";
import { root } from "./markdown-files.ts";

const page = readFileSync(join(root, "docs/reference/command-hooks.md"), "utf8");
const [, ...sections] = (page.split(/^## Events$/m)[1] ?? "").split(/^### /m);

test("the page of command hooks lists the events in the order a session passes them", () => {
  expect(sections.map((section) => section.split("\n")[0])).toEqual([...HOOK_EVENTS]);
});

test.each(["Runs", "Subject", "Reads", "May", "Objecting"])("every event says: %s", (item) => {
  expect(sections.filter((section) => !section.includes(`- **${item}:**`))).toEqual([]);
});
