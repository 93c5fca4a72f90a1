/** Characters by their place: code units of a text, or bytes. Outside of it there are none: NaN or undefined. */
export type CodeAt = (at: number) => number;

/** The part of a text that is there. */
export interface Seen {
  /** Where it ends. */
  readonly end: number;
  /** Nothing follows. */
  readonly isWhole: boolean;
}

/** What stands at a place. */
export type Reading =
  | { readonly is: "nothing" }
  /** More of the text has to be seen. */
  | { readonly is: "undecided" }
  | {
      readonly is: "secret";
      readonly name: string;
      readonly end: number;
      /** It fills all there is; characters of this kind that follow belong to it, however many come. */
      readonly goesOn?: (code: number) => boolean;
    };

export const NOTHING = { is: "nothing" } as const;
export const UNDECIDED = { is: "undecided" } as const;

/** Tells whether a text, or as much of it as there is room for, stands at a place. */
export function stands(
  text: string,
  code: CodeAt,
  { at, end }: { readonly at: number; readonly end: number },
): boolean {
  const length = Math.min(text.length, end - at);
  for (let i = 0; i < length; i += 1) if (text.charCodeAt(i) !== code(at + i)) return false;
  return true;
}

/** A letter, a digit, `_` or `-`: what follows one of these is no beginning. */
export const isInWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x5f ||
  code === 0x2d;
