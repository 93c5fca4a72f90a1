import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { markdownFiles, root, shownFiles } from "./markdown-files.ts";

const shown = markdownFiles()
  .filter(({ path }) => path === "README.md" || path.startsWith("docs/"))
  .flatMap(shownFiles);

/** A file without the mark it may carry itself, to be copied with it. */
function contentOf(file: string): string | undefined {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, "utf8").replace(/^\/\/ file: \S+\n/, "") : undefined;
}

describe("code in documents", () => {
  test.each(shown)("$page shows $file as it is", ({ file, code }) => {
    const content = contentOf(file) ?? "";
    // Formatters lay JSON out differently in a package file and in a document.
    if (file.endsWith(".json")) expect(JSON.parse(code)).toEqual(JSON.parse(content));
    else expect(code).toBe(content);
  });

  test.each([
    ["docs/guides/embed-gauntlet.md", "examples/embedding/src/main.ts"],
    ["docs/guides/write-a-plugin.md", "examples/plugin/src/index.ts"],
    ["docs/guides/write-a-tool-pack.md", "examples/minimal-pack/src/index.js"],
    ["docs/guides/write-a-policy.md", "examples/org-policy/src/index.js"],
  ])("%s is built on %s", (page, example) => {
    expect(shown.filter((block) => block.page === page).map(({ file }) => file)).toContain(example);
  });
});
