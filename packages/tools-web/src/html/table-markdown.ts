import type { HtmlElement, HtmlNode } from "./html-tree.ts";
import { inlineMarkdown, type LinkPlace } from "./inline-markdown.ts";

/** Cells above this are text that was laid out, not a table of values. */
const MAX_CELL_CHARS = 2_000;

/**
 * Renders a table of values as a Markdown table.
 * @returns undefined for one that only lays out a page: with tables in it, with one column, or with whole texts in its cells.
 */
export function tableMarkdown(table: HtmlElement, place: LinkPlace): string | undefined {
  const rows = rowsOf(table);
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (width < 2 || holdsTable(table.children)) return undefined;
  const texts = rows.map((cells) =>
    cells.map((cell) => inlineMarkdown(cell.children, place).replace(/\n+/g, " ").replace(/\|/g, "\\|")),
  );
  if (texts.flat().some(({ length }) => length > MAX_CELL_CHARS)) return undefined;
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, i) => cells[i] ?? "").join(" | ")} |`;
  const [first = [], ...others] = texts;
  const caption = table.children.find((child) => typeof child !== "string" && child.name === "caption");
  const title = caption === undefined ? "" : inlineMarkdown([caption], place);
  const lines = [line(first), `|${" --- |".repeat(width)}`, ...others.map(line)];
  return title === "" ? lines.join("\n") : `${title}\n\n${lines.join("\n")}`;
}

function rowsOf(table: HtmlElement): readonly (readonly HtmlElement[])[] {
  return table.children.flatMap((child) => {
    if (typeof child === "string") return [];
    if (/^(?:thead|tbody|tfoot)$/.test(child.name)) return rowsOf(child);
    if (child.name !== "tr") return [];
    return [child.children.filter((cell): cell is HtmlElement => isCell(cell))];
  });
}

const isCell = (node: HtmlNode): boolean => typeof node !== "string" && /^t[dh]$/.test(node.name);

function holdsTable(nodes: readonly HtmlNode[]): boolean {
  return nodes.some(
    (node) => typeof node !== "string" && (node.name === "table" || holdsTable(node.children)),
  );
}
