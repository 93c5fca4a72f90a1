import { isUtf8 } from "node:buffer";
import { MAX_LINE_CHARS, MAX_PAGE_BYTES, MAX_PAGE_TOKENS } from "../limits.ts";
import { lineCut } from "../messages.ts";
import { estimateTokens } from "../text/token-estimate.ts";

// A character has at most four bytes in UTF-8, so this many bytes always hold the characters that are shown.
const KEPT_BYTES = MAX_LINE_CHARS * 4 + 4;
const NO_BYTES = Buffer.alloc(0);
const CR = 13;
const LF = 10;

/** The lines to keep. */
export interface PageRequest {
  /** 1-based. */
  readonly startLine: number;
  /** Undefined: as many as fit. */
  readonly maxLines: number | undefined;
}

/** The lines that were kept, without their ends. */
export interface Page {
  readonly lines: readonly string[];
  /** Lines passed in all; the last one counts also without a line end. */
  readonly seenLines: number;
  /** A wanted line did not fit into the page. */
  readonly overflowed: boolean;
  /** A kept line holds bytes that are not UTF-8. */
  readonly invalidUtf8: boolean;
  /** A kept line was too long to be shown whole. */
  readonly hasCutLine: boolean;
  readonly hasBom: boolean;
  readonly lineEnds: { readonly lf: number; readonly crlf: number };
}

/** Takes a file in pieces and keeps one page of it; memory does not grow with the file or with a line. */
export interface LinePager {
  push(chunk: Buffer): void;
  /** True when no later line can enter the page. */
  isFull(): boolean;
  end(): Page;
}

/** Makes a pager for one request. */
export function createLinePager({ startLine, maxLines }: PageRequest): LinePager {
  const lines: string[] = [];
  const ends = { lf: 0, crlf: 0 };
  let [lineNumber, pageBytes, pageTokens] = [1, 0, 0];
  let [overflowed, invalidUtf8, hasBom, hasCutLine] = [false, false, false, false];
  let [kept, keptBytes, lineBytes, lastByte] = [[] as Buffer[], 0, 0, -1];

  const isPast = () => maxLines !== undefined && lineNumber >= startLine + maxLines;
  const isFull = () => overflowed || isPast();
  const isWanted = () => lineNumber >= startLine && !isFull();

  function take(part: Buffer): void {
    if (part.length === 0) return;
    lineBytes += part.length;
    lastByte = part[part.length - 1] ?? -1;
    // The first line is always looked at: a byte order mark can only stand there.
    if (lineNumber > 1 && !isWanted()) return;
    const piece = part.subarray(0, KEPT_BYTES - keptBytes);
    // The caller may use its memory again before the line ends.
    kept.push(Buffer.from(piece));
    keptBytes += piece.length;
  }

  function endLine(terminated: boolean): void {
    const crlf = terminated && lastByte === CR;
    if (terminated) ends[crlf ? "crlf" : "lf"]++;
    if (lineNumber === 1 || isWanted()) {
      const [first = NO_BYTES, ...others] = kept;
      const bytes = others.length === 0 ? first : Buffer.concat(kept);
      const shown = decodeStart(bytes, lineBytes > keptBytes);
      hasBom ||= lineNumber === 1 && shown.text.startsWith("\uFEFF");
      const from = lineNumber === 1 && hasBom ? 1 : 0;
      const to = crlf && lineBytes === keptBytes ? -1 : undefined;
      if (isWanted()) keep(shown.text.slice(from, to), { bytes: lineBytes, invalid: shown.invalid });
    }
    lineNumber++;
    [kept, keptBytes, lineBytes, lastByte] = [[], 0, 0, -1];
  }

  /** @returns where the next line begins; 0 when the line that has begun goes on. */
  function endBegunLine(bytes: Buffer): number {
    const at = bytes.indexOf(LF);
    if (at === -1) return 0;
    take(bytes.subarray(0, at));
    endLine(true);
    return at + 1;
  }

  /** Whole lines of valid text: what nearly every file consists of. Only those that are wanted are decoded. */
  function endTextLines(bytes: Buffer): void {
    for (let from = 0, at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, from)) {
      const crlf = at > from && bytes[at - 1] === CR;
      ends[crlf ? "crlf" : "lf"]++;
      const start = lineNumber === 1 ? lengthOfBom(bytes) : 0;
      hasBom ||= start > 0;
      if (isWanted())
        keep(bytes.toString("utf8", from + start, crlf ? at - 1 : at), { bytes: at - from, invalid: false });
      lineNumber++;
      from = at + 1;
    }
  }

  function endByteLines(bytes: Buffer): void {
    for (let from = 0, at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, from)) {
      take(bytes.subarray(from, at));
      endLine(true);
      from = at + 1;
    }
  }

  /** @param of how many bytes the line has in the file, and whether all of them are UTF-8. */
  function keep(whole: string, of: { readonly bytes: number; readonly invalid: boolean }): void {
    const line = cutLine(whole, of.bytes);
    const ownChars = String(lineNumber).length + 2;
    const bytes = Buffer.byteLength(line);
    pageBytes += bytes + ownChars;
    pageTokens += estimateTokens(line.length + ownChars, bytes + ownChars);
    if (pageBytes > MAX_PAGE_BYTES || pageTokens > MAX_PAGE_TOKENS) {
      overflowed = true;
      return;
    }
    lines.push(line);
    invalidUtf8 ||= of.invalid;
    hasCutLine ||= line !== whole;
  }

  return {
    isFull,
    push(chunk) {
      const from = lineBytes > 0 ? endBegunLine(chunk) : 0;
      const end = Math.max(from, chunk.lastIndexOf(LF) + 1);
      const whole = chunk.subarray(from, end);
      if (isUtf8(whole)) endTextLines(whole);
      else endByteLines(whole);
      take(chunk.subarray(end));
    },
    end() {
      if (lineBytes > 0) endLine(false);
      const seenLines = lineNumber - 1;
      return { lines, seenLines, overflowed, invalidUtf8, hasCutLine, hasBom, lineEnds: ends };
    },
  };
}

function decodeStart(bytes: Buffer, isCut: boolean): { text: string; invalid: boolean } {
  if (isUtf8(bytes)) return { text: bytes.toString("utf8"), invalid: false };
  // `stream` keeps a character that was cut in half at the end out of the text instead of calling it invalid.
  try {
    return {
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut }),
      invalid: false,
    };
  } catch {
    return {
      text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: isCut }),
      invalid: true,
    };
  }
}

const lengthOfBom = (bytes: Buffer): number =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;

function cutLine(line: string, lineBytes: number): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const end = /[\ud800-\udbff]/.test(line[MAX_LINE_CHARS - 1] ?? "") ? MAX_LINE_CHARS - 1 : MAX_LINE_CHARS;
  return line.slice(0, end) + lineCut(end, lineBytes);
}
