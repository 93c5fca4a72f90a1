import { MAX_MATCH_CHARS } from "../limits.ts";
import { longLine } from "../messages.ts";
import { clipped } from "../text/clipped.ts";
import type { LineMessage } from "./ripgrep-messages.ts";

const BEFORE_HIT = 100;

/** One line of Grep's content output. */
export interface MatchLine {
  readonly isMatch: boolean;
  /** 1-based; 0 when it is not known. */
  readonly number: number;
  readonly text: string;
}

/** The lines a message stands for: each line it covers, or each matching part of one. */
export function matchLines(message: LineMessage, onlyHits: boolean): MatchLine[] {
  const { isMatch, lineNumber, lines, hits } = message;
  if (message.piece !== undefined) {
    const { text, isMatch: isHit } = message.piece;
    const part = clipped(text.split("\n", 1)[0] ?? "", MAX_MATCH_CHARS);
    return isMatch ? [{ isMatch, number: lineNumber, text: longLine(part, isHit) }] : [];
  }
  if (onlyHits) return hits.flatMap(({ start, end }) => hitLines(message, start, end));
  const shown: MatchLine[] = [];
  let from = 0;
  for (let number = lineNumber; from < lines.length; number++) {
    const feed = lines.indexOf(10, from);
    const to = feed === -1 ? lines.length : feed;
    const line = lines.subarray(from, to);
    const hit = hits.find(({ start, end }) => end >= from && start <= to);
    shown.push({ isMatch, number, text: excerpt(line, Math.max(0, (hit?.start ?? 0) - from)) });
    from = to + 1;
  }
  return shown;
}

function hitLines({ lines, lineNumber }: LineMessage, start: number, end: number): MatchLine[] {
  const first = lineNumber + lines.subarray(0, start).filter((byte) => byte === 10).length;
  return lines
    .toString("utf8", start, end)
    .split("\n")
    .map((text, i) => ({ isMatch: true, number: first + i, text: excerpt(Buffer.from(text), 0) }));
}

/** A line without its end; of a long one, the part around the hit and a note. @param hitByte offset into the line. */
function excerpt(line: Buffer, hitByte: number): string {
  const text = line.toString("utf8").replace(/\r$/, "");
  if (text.length <= MAX_MATCH_CHARS) return text;
  const hit = line.toString("utf8", 0, hitByte).length;
  const from = Math.max(0, Math.min(hit - BEFORE_HIT, text.length - MAX_MATCH_CHARS));
  const to = from + MAX_MATCH_CHARS;
  const part = text.slice(from, to).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  return `${from > 0 ? "… " : ""}${part}${to < text.length ? " …" : ""} [line cut: ${text.length} characters]`;
}
