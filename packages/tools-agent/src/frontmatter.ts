import { messageOf, parseText } from "@gauntlet/core";

/** A Markdown file with a YAML head between two lines of `---`. */
export interface MarkdownFile {
  readonly head: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/**
 * Takes a Markdown file apart. A file without a head is all body.
 * @param file for messages.
 * @throws GNT_CONFIG_READ for YAML that cannot be read, and for a head that is no mapping.
 */
export async function readFrontmatter(text: string, file: string): Promise<MarkdownFile> {
  const found = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\r?\n)---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!found) return { head: {}, body: text.replace(/^\uFEFF/, "") };
  // The line that is left out above the head is counted, as people count it.
  const { value } = await parseText(`\n${found[1] ?? ""}`, {
    file,
    format: "yaml",
    hint: "repair what stands between the lines `---`",
  });
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("what stands between the lines `---` is not a mapping: write `name: value`");
  return { head: value as Record<string, unknown>, body: text.slice(found[0].length) };
}

/** What people are told of a Markdown file that cannot be used; the file is named once. */
export const leftOut = (file: string, thrown: unknown): string =>
  `\`${file}\` is left out: ${messageOf(thrown).replace(` in \`${file}\``, "")}`;

/** A list as files spell it: `a, b`, `a b` or a YAML list. Undefined when it is neither. */
export function listOf(value: unknown): readonly string[] | undefined {
  if (typeof value === "string") return namesIn(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  return undefined;
}

/** Commas and spaces separate, but not inside brackets: `Read, Bash(git log *)`. */
function namesIn(text: string): readonly string[] {
  return text.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [];
}
