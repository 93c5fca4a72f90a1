import { type CodeAt, NOTHING, type Reading, type Seen, stands, UNDECIDED } from "./reading.ts";
import { PRIVATE_KEY } from "./secret-forms.ts";

/** How every PEM block begins. */
export const KEY_START = "-----BEGIN ";

const KEY_END = "-----END ";
const DASH = 0x2d;
/** A key that does not end within so many characters is cut off. */
const MAX_KEY = 32_768;
const MAX_LABEL = 80;
const LABEL = /^-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/;
const BEGUN_LABEL = /^-----BEGIN [A-Z0-9 ]*-{0,4}$/;
const END_LABEL = /^-----END [A-Z0-9 ]{0,60}-----/;
const BEGUN_END_LABEL = /^-----END [A-Z0-9 ]*-{0,4}$/;
/**
 * Of a key without an end: lines of base64 (the last may be short), of headers, and blank ones, with what programs put before lines, also
 * where line ends are written as `\\n`.
 */
const BODY =
  /^(?:\s|\\[rn]|[\d:|>-]{1,12}(?=[ \tA-Za-z])|[A-Za-z][A-Za-z-]{1,30}: [^\n\\]{0,200}|[A-Za-z0-9+/=]{16,}|(?<=\n)[A-Za-z0-9+/=]+(?=\s*(?:\n|$)))*/;

/**
 * Reads a private key whose beginning stands at a place: all of it up to its end, whatever comes between. Without an
 * end before the next block begins, as much as looks like a key.
 */
export function readPrivateKey(code: CodeAt, at: number, seen: Seen): Reading {
  const { end, isWhole } = seen;
  const label = textOf(code, at, Math.min(end, at + MAX_LABEL));
  const head = LABEL.exec(label)?.[0];
  if (head === undefined) {
    const isCut = !isWhole && end < at + MAX_LABEL;
    return isCut && (BEGUN_LABEL.test(label) || KEY_START.startsWith(label)) ? UNDECIDED : NOTHING;
  }
  const from = at + head.length;
  const limit = Math.min(end, at + MAX_KEY);
  const border = borderFrom(code, from, limit);
  const isOpen = !isWhole && limit === end && end < at + MAX_KEY;
  if (border < limit && code(border + "-----".length) !== KEY_START.charCodeAt(5)) {
    const endLabel = textOf(code, border, Math.min(end, border + MAX_LABEL));
    const whole = END_LABEL.exec(endLabel)?.[0];
    if (whole !== undefined) return { is: "secret", name: PRIVATE_KEY, end: border + whole.length };
    if (isOpen && (BEGUN_END_LABEL.test(endLabel) || KEY_END.startsWith(endLabel))) return UNDECIDED;
  } else if (border === limit && isOpen) return UNDECIDED;
  const body = BODY.exec(textOf(code, from, border))?.[0] ?? "";
  return { is: "secret", name: PRIVATE_KEY, end: from + body.trimEnd().length };
}

/** Where the next block begins or ends, or what may be the cut-off beginning of that; else `limit`. */
function borderFrom(code: CodeAt, from: number, limit: number): number {
  for (let at = from; at < limit; at += 1) {
    if (code(at) !== DASH) continue;
    const place = { at, end: limit };
    if (stands(KEY_END, code, place) || stands(KEY_START, code, place)) return at;
  }
  return limit;
}

function textOf(code: CodeAt, from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: Math.max(0, to - from) }, (_, i) => code(from + i)));
}
