import { MAX_OUTLINE_LINES } from "./limits.ts";
import { messages } from "./messages.ts";

/** The headings of a Markdown text, each with its line in it, 1-based; "" when there is none. Fenced code has none. */
export function outlineOf(markdown: string): string {
  const found: string[] = [];
  let fence = "";
  let number = 0;
  // Line by line, without a list of all of them: there may be a million.
  for (const [line] of markdown.matchAll(/^.*$/gm)) {
    number += 1;
    const mark = /^\s*(`{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === "" || mark.length >= fence.length)) fence = fence === "" ? mark : "";
    if (fence === "" && /^#{1,6} \S/.test(line)) found.push(`${number}: ${line.slice(0, 200)}`);
  }
  const more = found.length - MAX_OUTLINE_LINES;
  return [...found.slice(0, MAX_OUTLINE_LINES), ...(more > 0 ? [messages.outlineMore(more)] : [])].join("\n");
}
