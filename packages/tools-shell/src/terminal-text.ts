import { stripVTControlCharacters } from "node:util";
import { hasControlBytes } from "@gauntlet/core";

/** Turns what a program writes to a terminal into plain text, piece by piece. */
export interface TerminalText {
  /** Takes output in order, decoded or as bytes that are all ASCII; passes on what is final. */
  push(piece: string | Buffer): void;
  /** Passes on what was held back. */
  end(): void;
  /** What is held back, as it would be passed on if it ended now. */
  pending(): string;
  /** Pieces left out so far because a carriage return overwrote them. */
  overwritten(): number;
}

/** A line is held back until it ends, because it may yet be overwritten; but no more of it than this. */
const MAX_HELD = 4_096;
const MAX_ESCAPE = 256;

const CONTROLS = /[^\P{Cc}\t\n\v\f]/gu;

/**
 * Removes escape sequences, keeps of an overwritten line what a person would have seen last, and replaces other control
 * characters by U+FFFD. Memory is bounded however long a line is: beyond 4,096 characters its pieces are passed on.
 * @param passOn receives the plain text in order; bytes of it that were plain already come as they are.
 */
export function createTerminalText(passOn: (piece: string | Buffer) => void): TerminalText {
  let held = "";
  let overwritten = 0;

  const plainLine = (line: string): string => {
    const pieces = line.split("\r").map(withoutControls);
    const seen = pieces.findLastIndex((piece) => piece !== "");
    overwritten += pieces.filter((piece, i) => i < seen && piece !== "").length;
    return pieces[seen] ?? "";
  };
  const plain = (text: string): string =>
    text.includes("\r") ? text.split("\n").map(plainLine).join("\n") : withoutControls(text);

  const push = (piece: string | Buffer): void => {
    if (typeof piece === "string") pushText(piece);
    else if (hasControlBytes(piece)) pushText(piece.toString("latin1"));
    else pushPlain(piece);
  };
  /** Most output is whole lines without controls: those are not even made into text. */
  const pushPlain = (bytes: Buffer): void => {
    const first = held === "" ? 0 : bytes.indexOf("\n") + 1;
    const end = bytes.lastIndexOf("\n") + 1;
    if (first > 0) pushText(bytes.toString("latin1", 0, first));
    if (end > first && held === "") {
      passOn(bytes.subarray(first, end));
      pushText(bytes.toString("latin1", end));
    } else pushText(bytes.toString("latin1", first));
  };
  const pushText = (text: string): void => {
    const all = held + text;
    const end = all.lastIndexOf("\n") + 1;
    if (end > 0) passOn(plain(all.slice(0, end)));
    held = all.slice(end);
    if (held.length <= MAX_HELD) return;
    const settled = incompleteFrom(held);
    const line = plain(held.slice(0, settled));
    const rest = held.slice(settled);
    if (line.length > MAX_HELD) passOn(line);
    held = line.length > MAX_HELD ? rest : line + rest;
  };

  return {
    push,
    end: () => {
      if (held !== "") passOn(plain(held));
      held = "";
    },
    pending() {
      const counted = overwritten;
      const line = plain(held);
      overwritten = counted;
      return line;
    },
    overwritten: () => overwritten,
  };
}

/** Where an escape sequence or a line ending begins that the next piece may complete. */
function incompleteFrom(line: string): number {
  const escapeAt = line.lastIndexOf("\u001b");
  if (escapeAt >= line.length - MAX_ESCAPE) return escapeAt;
  return line.endsWith("\r") ? line.length - 1 : line.length;
}

function withoutControls(text: string): string {
  if (!hasControl(text)) return text;
  return stripVTControlCharacters(text).replace(CONTROLS, "\ufffd");
}

const CONTROL = /[^\P{Cc}\t\n\v\f]/u;
/** Below this, one expression is faster than looking at bytes. */
const SHORT = 1_000;

function hasControl(text: string): boolean {
  if (text.length < SHORT) return CONTROL.test(text);
  const bytes = Buffer.from(text, "utf8");
  return hasControlBytes(bytes) || (bytes.length !== text.length && OTHER_CONTROL.test(text));
}

const OTHER_CONTROL = /[\u0080-\u009f]/;
