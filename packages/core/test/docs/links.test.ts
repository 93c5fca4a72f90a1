import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { markdownFiles, prose, root } from "./markdown-files.ts";

const files = markdownFiles();

/** GitHub's anchor of a heading, as far as our headings need it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim()
    .replaceAll(" ", "-");

const anchors = new Map(
  files.map(({ path, text }) => [
    path,
    [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading)),
  ]),
);

const links = files.flatMap(({ path, text }) =>
  [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => ({ path, target })),
);

test("relative links in documents lead to files that exist", () => {
  const dead = links.filter(({ path, target }) => {
    const [file = ""] = target.split("#");
    return file !== "" && !existsSync(join(root, dirname(path), file));
  });
  expect(dead).toEqual([]);
  expect(links.length).toBeGreaterThan(0);
});

test("anchors in links are headings of the page they lead to", () => {
  const dead = links.filter(({ path, target }) => {
    const [file = "", anchor] = target.split("#");
    const page = file === "" ? path : join(dirname(path), file);
    return anchor !== undefined && !anchors.get(page)?.includes(anchor);
  });
  expect(dead).toEqual([]);
});

test("every page is in the list of all pages", () => {
  const listed = links.filter(({ path }) => path === "docs/README.md").map(({ target }) => `docs/${target}`);
  const pages = files
    .map(({ path }) => path)
    .filter((path) => /^docs\/(concepts|guides|reference)\//.test(path));
  expect(pages.filter((path) => !listed.includes(path))).toEqual([]);
});
