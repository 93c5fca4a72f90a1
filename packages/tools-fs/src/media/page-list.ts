import { Refusal } from "../refusal.ts";
import { MAX_PDF_PAGES } from "./media-limits.ts";
import * as messages from "./messages.ts";

const LIST = /^\s*\d{1,6}(\s*-\s*\d{1,6})?(\s*,\s*\d{1,6}(\s*-\s*\d{1,6})?)*\s*$/;

/** The pages an input asks for; a blank text, as undefined, asks for none. @throws as `parsePages` */
export const pagesAsked = (pages = ""): readonly number[] | undefined =>
  pages.trim() === "" ? undefined : parsePages(pages);

/**
 * Reads page numbers such as `3`, `1-5` and `1-3,7`.
 * @returns each page once, ascending, counted from 1.
 * @throws Refusal for anything else, and for more than 20 pages.
 */
export function parsePages(pages: string): readonly number[] {
  if (!LIST.test(pages)) throw new Refusal(messages.badPages(pages));
  const found = new Set<number>();
  for (const part of pages.split(",")) {
    const [first = 0, last = first] = part.split("-").map(Number);
    if (first < 1 || last < first) throw new Refusal(messages.badPages(pages));
    if (last - first >= MAX_PDF_PAGES) throw new Refusal(messages.tooManyPages(pages));
    for (let page = first; page <= last; page++) found.add(page);
  }
  if (found.size > MAX_PDF_PAGES) throw new Refusal(messages.tooManyPages(pages));
  return [...found].sort((a, b) => a - b);
}
