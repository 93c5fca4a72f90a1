import type { HtmlElement, HtmlNode } from "./html-tree.ts";

/** What links and images are resolved against. */
export interface LinkPlace {
  readonly base: string;
}

/** A piece of text in which `\n` stands for a line break that the author wrote. */
const BLANKS = /[ \t\r\n\f]+/g;

/** Renders nodes as one run of text: blanks collapsed as on the screen, line breaks kept. */
export function inlineMarkdown(nodes: readonly HtmlNode[], place: LinkPlace): string {
  return tidy(run(nodes, place));
}

function run(nodes: readonly HtmlNode[], place: LinkPlace): string {
  return nodes
    .map((node) => (typeof node === "string" ? node.replace(BLANKS, " ") : element(node, place)))
    .join("");
}

const tidy = (text: string): string =>
  text.replace(/ {2,}/g, " ").replace(/ \n/g, "\n").replace(/\n /g, "\n").trim();

function element(node: HtmlElement, place: LinkPlace): string {
  const { name, attributes, children } = node;
  switch (name) {
    case "br":
      return "\n";
    case "wbr":
      return "";
    case "strong":
    case "b":
      return wrapped("**", run(children, place));
    case "em":
    case "i":
      return wrapped("*", run(children, place));
    case "del":
    case "s":
    case "strike":
      return wrapped("~~", run(children, place));
    case "code":
    case "kbd":
    case "samp":
    case "tt":
      return code(textOf(node));
    case "a":
      return link(run(children, place), attributes["href"], place);
    case "img":
      return image(attributes, place);
    case "sup":
      return raised("^", run(children, place));
    case "sub":
      return raised("_", run(children, place));
    case "q":
      return `"${run(children, place)}"`;
    default:
      // A block among words, such as in a table cell, is only set apart from them.
      return BLOCK_AMONG_WORDS.test(name) ? ` ${run(children, place)} ` : run(children, place);
  }
}

const BLOCK_AMONG_WORDS =
  /^(?:address|blockquote|center|dd|div|dl|dt|figcaption|figure|h[1-6]|hr|li|ol|p|pre|section|summary|table|td|th|tr|ul)$/;

/** Marks stand at the words; blanks go outside, where Markdown wants them. */
function wrapped(mark: string, text: string): string {
  const words = text.trim();
  if (words === "" || words.includes("\n\n")) return text;
  const [before = "", after = ""] = [/^\s*/, /\s*$/].map((blanks) => blanks.exec(text)?.[0]);
  return `${before}${mark}${words}${mark}${after}`;
}

/** `x²` would become `x2` without a sign. */
function raised(sign: string, text: string): string {
  const words = text.trim();
  return words === "" ? "" : /^\w$/.test(words) ? `${sign}${words}` : `${sign}(${words})`;
}

function code(text: string): string {
  const words = text.replace(BLANKS, " ");
  if (words.trim() === "") return words;
  const longest = Math.max(0, ...(words.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `${fence}${words.trim()}${fence}` : `${fence} ${words.trim()} ${fence}`;
}

function link(text: string, href: string | undefined, place: LinkPlace): string {
  const words = text.trim();
  const address = resolved(href, place);
  if (words === "" || address === undefined) return text;
  const around = text.startsWith(" ") ? " " : "";
  return `${around}[${words.replace(/\n+/g, " ")}](${address})${text.endsWith(" ") ? " " : ""}`;
}

function image({ src, alt = "" }: Readonly<Record<string, string>>, place: LinkPlace): string {
  const words = alt.replace(BLANKS, " ").trim();
  if (words === "") return "";
  const address = resolved(src, place);
  return address === undefined ? `[image: ${words}]` : `![${words}](${address})`;
}

/** Only what can be fetched or written to: scripts and data in an address lead nowhere. */
function resolved(href: string | undefined, { base }: LinkPlace): string | undefined {
  if (href === undefined || href.trim() === "") return undefined;
  const url = parsed(href, base);
  if (url === undefined || !/^(?:https?|mailto|tel|ftp):$/.test(url.protocol)) return undefined;
  return url.href.replace(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29"));
}

function parsed(href: string, base: string): URL | undefined {
  try {
    return new URL(href, base);
  } catch {
    return undefined;
  }
}

/** All text in a node as it stands. */
export function textOf(node: HtmlNode): string {
  if (typeof node === "string") return node;
  return node.name === "br" ? "\n" : node.children.map(textOf).join("");
}
