import type { HtmlElement, HtmlNode } from "./html-tree.ts";
import { inlineMarkdown, type LinkPlace, textOf } from "./inline-markdown.ts";
import { tableMarkdown } from "./table-markdown.ts";

/** Lists and quotations inside one another beyond this are not set in any further: each level copies what is in it. */
const MAX_INDENTS = 8;

/** What blocks are written with. */
export interface BlockPlace extends LinkPlace {
  /** Levels of lists and quotations around. */
  readonly indents: number;
}

/** Renders nodes as Markdown blocks with a blank line between them. */
export function blockMarkdown(nodes: readonly HtmlNode[], place: BlockPlace): string {
  const blocks: string[] = [];
  let words: HtmlNode[] = [];
  const endParagraph = (): void => {
    const text = inlineMarkdown(words, place);
    if (text !== "") blocks.push(text);
    words = [];
  };
  for (const node of nodes) {
    if (typeof node === "string" || !isBlock(node)) {
      words.push(node);
      continue;
    }
    endParagraph();
    const text = block(node, place);
    if (text.trim() !== "") blocks.push(text);
  }
  endParagraph();
  return blocks.join("\n\n");
}

const BLOCKS: ReadonlySet<string> = new Set(
  "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav noscript ol p pre section summary table tbody td tfoot th thead tr ul xmp".split(
    " ",
  ),
);

const holding = new WeakMap<HtmlElement, boolean>();

/** A block, or words around one: `<a><div>…</div></a>`. */
function isBlock(node: HtmlElement): boolean {
  if (BLOCKS.has(node.name)) return true;
  const known = holding.get(node);
  if (known !== undefined) return known;
  const holds = node.children.some((child) => typeof child !== "string" && isBlock(child));
  holding.set(node, holds);
  return holds;
}

function block(node: HtmlElement, place: BlockPlace): string {
  const { name, children } = node;
  switch (name) {
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return heading(Number(name[1]), inlineMarkdown(children, place));
    case "pre":
    case "listing":
    case "xmp":
      return fenced(node);
    case "hr":
      return "---";
    case "ul":
    case "ol":
    case "menu":
      return list(node, place);
    case "blockquote":
      return indented(node, place, (text) => text.replace(/^/gm, "> ").replace(/^> $/gm, ">"));
    case "dt":
      return `**${inlineMarkdown(children, place)}**`;
    case "table":
      return tableMarkdown(node, place) ?? blockMarkdown(children, place);
    case "summary":
      return `**${inlineMarkdown(children, place)}**`;
    default:
      return linkedBlock(node, place);
  }
}

/** A link around blocks becomes a link behind them, so that its address is not lost. */
function linkedBlock(node: HtmlElement, place: BlockPlace): string {
  if (node.name !== "a") return blockMarkdown(node.children, place);
  const flat = inlineMarkdown([node], place);
  return flat.length <= 300 ? flat : blockMarkdown(node.children, place);
}

function heading(level: number, text: string): string {
  const words = text.replace(/\s+/g, " ");
  return words === "" ? "" : `${"#".repeat(level)} ${words}`;
}

function fenced(node: HtmlElement): string {
  const text = textOf(node).replace(/^\n/, "").trimEnd();
  if (text === "") return "";
  const longest = Math.max(2, ...(text.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${languageOf(node)}\n${text}\n${fence}`;
}

function languageOf(node: HtmlElement): string {
  const inside = node.children.filter((child) => typeof child !== "string");
  const classes = [node, ...inside].map(({ attributes }) => attributes["class"] ?? "").join(" ");
  return /(?:^|\s)(?:language|lang|highlight-source|brush)[-:]\s*([\w+#.-]{1,30})/.exec(classes)?.[1] ?? "";
}

function list(node: HtmlElement, place: BlockPlace): string {
  const isOrdered = node.name === "ol";
  let number = Number.parseInt(node.attributes["start"] ?? "1", 10) || 1;
  const items = node.children.flatMap((child): string[] => {
    if (typeof child === "string") return child.trim() === "" ? [] : [child.trim()];
    const mark = isOrdered ? `${number++}. ` : "- ";
    const text = indented(child, place, (inner) =>
      inner.replace(/\n(?=[^\n])/g, `\n${" ".repeat(mark.length)}`),
    );
    return text.trim() === "" ? [] : [`${mark}${text}`];
  });
  return items.join("\n");
}

/** The content of a node, set in by one level, unless there are too many already. */
function indented(node: HtmlElement, place: BlockPlace, setIn: (text: string) => string): string {
  const inner = { ...place, indents: place.indents + 1 };
  const text = node.name === "li" ? itemText(node, inner) : blockMarkdown(node.children, inner);
  return text.trim() === "" || place.indents >= MAX_INDENTS ? text : setIn(text);
}

/** A list right behind the words of its item stands in the next line. */
function itemText(node: HtmlElement, place: BlockPlace): string {
  const text = blockMarkdown(node.children, place);
  const parts = node.children.filter((child) => typeof child !== "string" && isBlock(child));
  const onlyList = parts.every((part) => typeof part !== "string" && /^(?:ul|ol|menu)$/.test(part.name));
  return onlyList ? text.replace(/\n\n/g, "\n") : text;
}
