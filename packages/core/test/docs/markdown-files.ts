import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository, absolute. */
export const root = fileURLToPath(new URL("../../../..", import.meta.url));

const NOT_OURS = new Set(["node_modules", "dist", "build", "coverage", ".git"]);

/** A document of the repository; `path` is relative to its root. */
export interface MarkdownFile {
  readonly path: string;
  readonly text: string;
}

/** Every Markdown file of the repository, generated and installed ones left out. */
export function markdownFiles(directory = root): readonly MarkdownFile[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : markdownFiles(path);
    if (!entry.name.endsWith(".md")) return [];
    return [{ path: relative(root, path), text: readFileSync(path, "utf8") }];
  });
}

/** A fenced block that shows a whole file of the repository. */
export interface ShownFile {
  readonly page: string;
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly code: string;
}

/** The mark is the first line of the block, or a comment before it where the language of the block has none. */
const SHOWN = /(?:<!-- file: (\S+) -->\s*)?^```[a-z]*\n(?:\/\/ file: (\S+)\n)?(.*?)^```$/gms;

/** The whole files a document shows, in order. */
export function shownFiles({ path, text }: MarkdownFile): readonly ShownFile[] {
  return [...text.matchAll(SHOWN)].flatMap(([, before, inside, code = ""]) => {
    const file = before ?? inside;
    return file === undefined ? [] : [{ page: path, file, code }];
  });
}

/** The text without its fenced blocks and code spans, in which brackets mean something else. */
export function prose(text: string): string {
  return text.replace(/^```.*?^```$/gms, "").replace(/`[^`\n]*`/g, "");
}
