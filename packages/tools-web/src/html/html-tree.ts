import { setImmediate as nextTurn } from "node:timers/promises";
import { Parser } from "htmlparser2";
import { HTML_SLICE_CHARS, HTML_TIMEOUT_MS, MAX_HTML_DEPTH, MAX_HTML_ELEMENTS } from "../limits.ts";
import { isLeftOut } from "./left-out.ts";

/** An element with what of it is needed; what is not shown to people is not in the tree. */
export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: HtmlNode[];
  /** Characters of text in it, blanks at the ends not counted. */
  textChars: number;
  /** Of these, in links. */
  linkChars: number;
}

export type HtmlNode = HtmlElement | string;

/** Nested too deep; too many elements; took too long. */
export type HtmlFault = "deep" | "many" | "slow";

/** A page as a tree. */
export interface HtmlPage {
  readonly root: HtmlElement;
  readonly title: string;
  /** Value of the first `base` element, which links start from. */
  readonly base?: string;
  /** Why the tree does not hold all of the page. */
  readonly fault?: HtmlFault;
}

/**
 * Parses a page in slices, so that other work goes on beside it. Scripts, styles, comments and what is hidden from people
 * are left out while it is read.
 * @returns a tree of at most `MAX_HTML_DEPTH` levels: writers may walk it recursively.
 * @throws the signal's reason after an abort.
 */
export async function parseHtml(html: string, signal: AbortSignal): Promise<HtmlPage> {
  const builder = createBuilder();
  const parser = new Parser(builder.handler, { decodeEntities: true, lowerCaseTags: true });
  const deadline = performance.now() + HTML_TIMEOUT_MS;
  for (let at = 0; at < html.length && builder.fault() === undefined; at += HTML_SLICE_CHARS) {
    signal.throwIfAborted();
    if (performance.now() > deadline) return { ...builder.page(), fault: "slow" };
    parser.write(html.slice(at, at + HTML_SLICE_CHARS));
    await nextTurn();
  }
  const fault = builder.fault();
  // A parser that holds a stack without end is left as it is: closing every element of it would take long.
  if (fault !== undefined) return { ...builder.page(), fault };
  parser.end();
  return builder.page();
}

interface Builder {
  readonly handler: ConstructorParameters<typeof Parser>[0];
  fault(): HtmlFault | undefined;
  page(): HtmlPage;
}

function createBuilder(): Builder {
  const root = emptyElement("#root", {});
  const open: HtmlElement[] = [root];
  let depth = 0;
  let isDeep = false;
  let count = 0;
  let pres = 0;
  let base: string | undefined;
  let title = "";
  let isTitle = false;
  /** Depth of the outermost element that is left out, or 0. */
  let leftOutAt = 0;
  const close = (): void => {
    if (countInto(open)?.name === "pre") pres -= 1;
  };
  return {
    handler: {
      onopentag(name, attributes) {
        depth += 1;
        isDeep ||= depth > MAX_HTML_DEPTH;
        count += 1;
        if (isDeep || leftOutAt > 0) return;
        if (name === "base") base ??= attributes["href"];
        isTitle = name === "title" && title === "";
        if (isLeftOut(name, attributes)) {
          leftOutAt = depth;
          return;
        }
        const element = emptyElement(name, neededOf(attributes));
        if (name === "pre") pres += 1;
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      onclosetag() {
        if (leftOutAt === 0) while (open.length > Math.max(1, depth)) close();
        else if (leftOutAt === depth) leftOutAt = 0;
        depth -= 1;
        isTitle = false;
      },
      ontext(text) {
        if (isTitle) title += text;
        if (leftOutAt > 0 || isDeep) return;
        const { children } = open.at(-1) ?? root;
        // The parser gives a text in pieces, one for each entity.
        if (typeof children.at(-1) === "string") children.push(`${children.pop()}${text}`);
        else children.push(pres === 0 && text.trim() === "" ? " " : text);
      },
    },
    fault: () => (isDeep ? "deep" : count > MAX_HTML_ELEMENTS ? "many" : undefined),
    page() {
      while (open.length > 1) close();
      return {
        root,
        title: title.replace(/\s+/g, " ").trim(),
        ...(base !== undefined && { base }),
      };
    },
  };
}

const emptyElement = (name: string, attributes: HtmlElement["attributes"]): HtmlElement => ({
  name,
  attributes,
  children: [],
  textChars: 0,
  linkChars: 0,
});

const NEEDED = ["href", "src", "alt", "class", "id", "role", "start"] as const;
const NONE: HtmlElement["attributes"] = Object.freeze({});

/** Pages of many elements have many more attributes. */
function neededOf(attributes: HtmlElement["attributes"]): HtmlElement["attributes"] {
  const needed = NEEDED.filter((name) => attributes[name] !== undefined);
  return needed.length === 0
    ? NONE
    : Object.fromEntries(needed.map((name) => [name, attributes[name] ?? ""]));
}

/** Closes the innermost element: what it holds also lies in the one around it. */
function countInto(open: HtmlElement[]): HtmlElement | undefined {
  const closed = open.pop();
  const around = open.at(-1);
  if (closed === undefined || around === undefined) return undefined;
  for (const child of closed.children) if (typeof child === "string") closed.textChars += child.trim().length;
  if (closed.name === "a") closed.linkChars = closed.textChars;
  around.textChars += closed.textChars;
  around.linkChars += closed.linkChars;
  return closed;
}
