import { setImmediate as nextTurn } from "node:timers/promises";
import { Tokenizer } from "htmlparser2";
import { HTML_SLICE_CHARS } from "../limits.ts";

const RAW = /^(?:script|style|template|iframe|noembed|noframes|textarea|title)$/;

/**
 * The text of a page without its structure, for pages that are nested too deep to have one. Takes time in proportion to
 * the text, whatever it holds.
 */
export async function bareText(html: string, signal: AbortSignal): Promise<string> {
  const pieces: string[] = [];
  /** Name of the element whose content is no text; "" outside of one. */
  let raw = "";
  const at = (start: number, end: number): string => html.slice(start, end);
  const ignore = (): void => undefined;
  const tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      ontext(start, end) {
        if (raw === "") pieces.push(at(start, end));
      },
      ontextentity(codepoint) {
        if (raw === "") pieces.push(String.fromCodePoint(codepoint));
      },
      onopentagname(start, end) {
        const name = at(start, end).toLowerCase();
        if (raw === "" && RAW.test(name)) raw = name;
        pieces.push("\n");
      },
      onclosetag(start, end) {
        if (at(start, end).toLowerCase() === raw) raw = "";
        pieces.push("\n");
      },
      isInForeignContext: () => false,
      onattribdata: ignore,
      onattribend: ignore,
      onattribentity: ignore,
      onattribname: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onend: ignore,
      onopentagend: ignore,
      onprocessinginstruction: ignore,
      onselfclosingtag: ignore,
    },
  );
  for (let start = 0; start < html.length; start += HTML_SLICE_CHARS) {
    signal.throwIfAborted();
    tokenizer.write(html.slice(start, start + HTML_SLICE_CHARS));
    await nextTurn();
  }
  tokenizer.end();
  return pieces
    .join("")
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}
