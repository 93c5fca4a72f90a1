/** The way to a value in a configuration: keys and list positions from the outside in. */
export type KeyPath = readonly (string | number)[];

/** Finds the place of a key path; `text` is the value looked for, when it is a text. Undefined: not found. */
export type PlaceOf = (path: KeyPath, text?: string) => TextPlace | undefined;

/** A configuration value and where its parts stand in the text they were read from. */
export interface LocatedValue {
  readonly value: unknown;
  readonly placeOf: PlaceOf;
}

/** A place in a text; both numbers are 1-based. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a text, and where. */
export class TextProblem extends Error {
  readonly place: TextPlace;

  constructor(message: string, place: TextPlace) {
    super(message);
    this.place = place;
  }
}

/** The place of an offset, counted in UTF-16 units. */
export function placeAt(text: string, offset: number): TextPlace {
  let line = 1;
  let lineStart = 0;
  for (let i = text.indexOf("\n"); i !== -1 && i < offset; i = text.indexOf("\n", i + 1)) {
    line++;
    lineStart = i + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/**
 * Looks key paths up in text that gave no positions of its own (YAML, TypeScript): each key after the one around it,
 * then the first occurrence of the value. Good enough to point a person at a line, never used to decide anything.
 */
export function locateInText(text: string): PlaceOf {
  const bare = text.replace(/^[ \t]*(#|\/\/).*$/gm, (comment) => " ".repeat(comment.length));
  return (path, value) => {
    let keyAt: number | undefined;
    for (const key of path) {
      if (typeof key === "number") continue;
      const found = keyOffset(bare, key, keyAt === undefined ? 0 : keyAt + 1);
      if (found === undefined) break;
      keyAt = found;
    }
    const at = value === undefined ? undefined : valueOffset(bare, value, keyAt ?? 0);
    const offset = at ?? keyAt;
    return offset === undefined ? undefined : placeAt(text, offset);
  };
}

function keyOffset(text: string, key: string, from: number): number | undefined {
  const literal = key.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const pattern = new RegExp(`(?<![\\w$-])${literal}["']?\\s*:`, "g");
  pattern.lastIndex = from;
  return pattern.exec(text)?.index;
}

/** A rule may be written in a variable above the key that uses it, so the whole text is searched in the end. */
function valueOffset(text: string, value: string, from: number): number | undefined {
  if (value === "") return undefined;
  const forms = [value, JSON.stringify(value).slice(1, -1), value.replaceAll("'", "''")];
  const offsets = [from, 0].flatMap((start) => forms.map((form) => text.indexOf(form, start)));
  return offsets.find((offset) => offset !== -1);
}
