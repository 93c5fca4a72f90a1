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
    ["docs/guides/embed.md", "examples/embedding/src/main.ts"],
    ["docs/guides/write-a-plugin.md", "examples/plugin/src/index.ts"],
    ["docs/guides/write-a-command-hook.md", "examples/command-hook/hooks/keep-license.sh"],
    ["docs/guides/write-a-tool-pack.md", "examples/minimal-pack/src/index.js"],
    ["docs/guides/write-a-policy.md", "examples/org-policy/src/index.js"],
    ["docs/guides/test-your-pack.md", "examples/minimal-pack/test/line-count.test.js"],
  ])("%s is built on %s", (page, example) => {
    expect(shown.filter((block) => block.page === page).map(({ file }) => file)).toContain(example);
  });

  test.each(["write-a-tool-pack", "write-a-plugin", "test-your-pack", "embed"])(
    "of the guide %s is all of files that run",
    (name) => {
      const path = `docs/guides/${name}.md`;
      const { text = "" } = markdownFiles().find((file) => file.path === path) ?? {};
      const blocks = text.match(/^```(?:ts|js|json|tsx|mjs)$/gm) ?? [];
      expect(blocks.length).toBeGreaterThan(0);
      expect(shownFiles({ path, text })).toHaveLength(blocks.length);
    },
  );
});
