/**
 * One replaced stretch of a text: indices into the text as it is, ends exclusive. The stretch is the match without
 * what `old_string` and `new_string` have in common at their ends.
 */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly matchStart: number;
  readonly matchEnd: number;
}

/**
 * What an edit would do to a text. `count` counts places that overlap, too: each is a place the edit could mean. It
 * goes no further than one above `MAX_COUNTED_PLACES`.
 */
export type Match =
  | { readonly kind: "found"; readonly replacements: readonly Replacement[] }
  | { readonly kind: "none" }
  | { readonly kind: "too-many" }
  | { readonly kind: "several"; readonly count: number; readonly indices: readonly number[] };

/** Places that are counted before an edit that must be unique is refused. */
export const MAX_COUNTED_PLACES = 1_000;

/** Places one edit replaces at most: each takes memory, and a text has many more of one character. */
export const MAX_REPLACED_PLACES = 500_000;

export interface MatchRequest {
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
}

/**
 * Finds what an edit replaces, so that nothing outside the replaced stretches changes.
 *
 * A text is searched as the model saw it, with `\n` for every `\r\n`; a hit is mapped back to its place. An
 * `oldString` that itself holds `\r` is first looked for as it is. Line ends that are inserted follow the place: those
 * of the replaced stretch, else of the next line, else of the line before.
 * @param text without byte order mark.
 * @param request.oldString whole characters: half of one would be found inside others.
 */
export function matchText(text: string, { oldString, newString, replaceAll }: MatchRequest): Match {
  if (oldString.includes("\r")) {
    const starts = indicesOf(text, oldString, replaceAll);
    if (starts.length > 0) {
      return found(starts, replaceAll, (start) => ({
        start,
        end: start + oldString.length,
        text: newString,
        matchStart: start,
        matchEnd: start + oldString.length,
      }));
    }
  }
  const view = createLineView(text);
  const lineEnds = createLineEnds(text);
  const wanted = toLf(oldString);
  const inLf = partsOf(wanted, toLf(newString));
  const asGiven = oldString.includes("\r") ? inLf : partsOf(wanted, newString);
  return found(indicesOf(view.text, wanted, replaceAll), replaceAll, (at) => {
    const isCrlf = lineEnds.isCrlfAt(view.toRaw(at + inLf.kept.start));
    const { kept, middle } = isCrlf ? inLf : asGiven;
    return {
      start: view.toRaw(at + kept.start),
      end: view.toRaw(at + wanted.length - kept.end),
      text: isCrlf ? middle.replaceAll("\n", "\r\n") : middle,
      matchStart: view.toRaw(at),
      matchEnd: view.toRaw(at + wanted.length),
    };
  });
}

/** The text after an edit. @param replacements in order, without overlap. */
export function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: inserted } of replacements) {
    parts.push(text.slice(from, start), inserted);
    from = end;
  }
  return [...parts, text.slice(from)].join("");
}

function found(
  starts: readonly number[],
  replaceAll: boolean,
  replacementAt: (start: number) => Replacement,
): Match {
  if (starts.length === 0) return { kind: "none" };
  if (starts.length > MAX_REPLACED_PLACES) return { kind: "too-many" };
  if (starts.length === 1 || replaceAll) return { kind: "found", replacements: starts.map(replacementAt) };
  return {
    kind: "several",
    count: starts.length,
    indices: starts.map((start) => replacementAt(start).start),
  };
}

/** All places for one edit that must be unique, which may overlap; left to right without overlap for all of them. */
function indicesOf(text: string, wanted: string, withoutOverlap: boolean): number[] {
  const step = withoutOverlap ? wanted.length : 1;
  const most = withoutOverlap ? MAX_REPLACED_PLACES : MAX_COUNTED_PLACES;
  const indices: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + step)) {
    indices.push(at);
    if (indices.length > most) break;
  }
  return indices;
}

interface LineView {
  readonly text: string;
  toRaw(index: number): number;
}

function createLineView(raw: string): LineView {
  if (!raw.includes("\r\n")) return { text: raw, toRaw: (index) => index };
  // Where in the view each line feed stands that is two characters in the text.
  const crlf: number[] = [];
  for (let at = raw.indexOf("\r\n"); at !== -1; at = raw.indexOf("\r\n", at + 2)) crlf.push(at - crlf.length);
  return {
    text: toLf(raw),
    toRaw(index) {
      let [low, high] = [0, crlf.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((crlf[middle] ?? 0) < index) low = middle + 1;
        else high = middle;
      }
      return index + low;
    },
  };
}

/** What is replaced of `wanted`, and by what. */
function partsOf(wanted: string, given: string) {
  const kept = commonEnds(wanted, given);
  return { kept, middle: given.slice(kept.start, given.length - kept.end) };
}

// Leaving equal ends alone keeps the line ends inside them, which may be of both kinds, as they are.
function commonEnds(a: string, b: string): { start: number; end: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { start, end };
}

/** Tells the line ends of places that are asked for in order; a place costs no more than the way from the one before. */
function createLineEnds(text: string) {
  let [from, feed] = [0, text.indexOf("\n")];
  const last = text.lastIndexOf("\n");
  return {
    /** The first line end from `start` on is the one inside the stretch or, without one, that of the next line. */
    isCrlfAt(start: number): boolean {
      if (start < from || (feed !== -1 && feed < start)) feed = text.indexOf("\n", start);
      from = start;
      const at = feed === -1 ? last : feed;
      return at > 0 && text[at - 1] === "\r";
    },
  };
}

/** A text as the model sees it: with `\n` for every `\r\n`. */
export const toLf = (text: string): string => text.replaceAll("\r\n", "\n");
