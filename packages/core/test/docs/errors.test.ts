import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERROR_CODES } from "../../src/errors.ts";
import { sources } from "../source-texts.ts";
import { root } from "./markdown-files.ts";

const page = readFileSync(join(root, "docs/reference/errors.md"), "utf8");
const documented = [...page.matchAll(/^### (GNT_\S*)$/gm)].map(([, code]) => code);

test("the page of errors has one section for every code and no other", () => {
  expect([...documented].sort()).toEqual(Object.keys(ERROR_CODES).sort());
});

test("every code is raised somewhere, and no other", () => {
  const raised = sources().flatMap((file) => {
    const code = readFileSync(join(root, file), "utf8").replace(/^export const ERROR_CODES = \{.*?^\}/ms, "");
    return [...code.matchAll(/"(GNT_[A-Z_]+)"/g)].map(([, name = ""]) => name);
  });
  const beginnings = /^GNT_(CONFIG|POLICY|PLUGIN|TOOL)$/;
  const codes = raised.filter((code) => !beginnings.test(code));
  expect([...new Set(codes)].sort()).toEqual(Object.keys(ERROR_CODES).sort());
});

test("no section is empty", () => {
  const sections = page.split(/^#{2,3} /m).filter((section) => section.startsWith("GNT_"));
  expect(sections.filter((section) => section.split("\n").slice(1).join("").trim() === "")).toEqual([]);
});
