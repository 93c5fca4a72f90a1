import { STATUS_CODES } from "node:http";

/** What a status is called: as the server calls it, in one short line, else as the standard does. */
export function statusText(status: number, given: string): string {
  const said = given
    .replace(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, 80);
  return said === "" ? (STATUS_CODES[status] ?? "") : said;
}
