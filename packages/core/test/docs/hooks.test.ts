import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HOOK_NAMES } from "../../src/contract/hook.ts";
import { root } from "./markdown-files.ts";

const page = readFileSync(join(root, "docs/reference/hooks.md"), "utf8");
const [, ...sections] = page.split(/^## /m);

test("the page of hooks lists the seven in the order a call passes them", () => {
  expect(sections.map((section) => section.split("\n")[0])).toEqual([...HOOK_NAMES]);
});

test.each(["Type", "Kind", "Runs", "A tap may", "Then the core", "A tap throws", "Previous"])(
  "every hook says: %s",
  (item) => {
    expect(sections.filter((section) => !section.includes(`- **${item}:**`))).toEqual([]);
  },
);
