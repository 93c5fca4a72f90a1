import { MAX_HTML_DEPTH, MAX_HTML_ELEMENTS } from "../limits.ts";
import { messages } from "../messages.ts";
import { bareText } from "./bare-text.ts";
import { blockMarkdown } from "./block-markdown.ts";
import { parseHtml } from "./html-tree.ts";
import { mainContent } from "./main-content.ts";

/** A page as Markdown. */
export interface ConvertedPage {
  /** Begins with the title, when the content does not begin with a heading of its own. */
  readonly markdown: string;
  readonly notes: readonly string[];
}

/**
 * Turns a page into Markdown: its main content, with absolute links, without scripts, navigation and hidden text. Takes
 * time in proportion to the page and lets other work go on beside it.
 * @param url where the page came from.
 * @throws the signal's reason after an abort.
 */
export async function convertHtml(html: string, url: string, signal: AbortSignal): Promise<ConvertedPage> {
  const page = await parseHtml(html, signal);
  if (page.fault === "deep") {
    const markdown = visible(await bareText(html, signal));
    return { markdown, notes: [FAULTS.deep] };
  }
  const base = page.base !== undefined && URL.canParse(page.base, url) ? new URL(page.base, url).href : url;
  const content = visible(blockMarkdown(mainContent(page.root).children, { base, indents: 0 }));
  const title = visible(page.title);
  const isTitled = title === "" || /^# /.test(content);
  return {
    markdown: isTitled ? content : `# ${title}\n\n${content}`.trimEnd(),
    notes: page.fault === undefined ? [] : [FAULTS[page.fault]],
  };
}

const FAULTS = {
  deep: messages.tooDeep(MAX_HTML_DEPTH),
  many: messages.tooMany(MAX_HTML_ELEMENTS),
  slow: messages.tooSlow,
} as const;

/**
 * Takes out characters that have no shape of their own and can spell a text only a machine reads: tags, bidirectional
 * controls, blanks without width.
 */
const visible = (text: string): string =>
  text.replace(/[\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu, "");
