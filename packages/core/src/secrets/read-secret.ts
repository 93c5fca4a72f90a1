import { KEY_START, readPrivateKey } from "./private-key.ts";
import { readToken, type Token, tokensOf } from "./read-token.ts";
import { type CodeAt, isInWord, NOTHING, type Reading, type Seen, stands } from "./reading.ts";
import { SECRET_FORMS, type SecretForm } from "./secret-forms.ts";

/** Reads secrets of certain forms, and private keys. */
export interface SecretReader {
  /** Beginnings of all forms. */
  readonly starts: readonly string[];
  /** True where one of the beginnings stands, or the first part of one that `end` cuts off. */
  mayStart(code: CodeAt, at: number, end: number): boolean;
  /** What stands at a place where `mayStart` holds. */
  read(code: CodeAt, at: number, seen: Seen): Reading;
}

const DASH = 0x2d;

/** Makes a reader. @param forms default: those of well-known services. */
export function createSecretReader(forms: readonly SecretForm[] = SECRET_FORMS): SecretReader {
  const tokens = tokensOf(forms);
  const byFirst = new Map<number, readonly Token[]>();
  for (const token of tokens) {
    const first = token.start.charCodeAt(0);
    byFirst.set(first, [...(byFirst.get(first) ?? []), token]);
  }
  const isKeyAt = (code: CodeAt, at: number, end: number): boolean =>
    code(at) === DASH && stands(KEY_START, code, { at, end });
  const tokensAt = (code: CodeAt, at: number, end: number): readonly Token[] => {
    const candidates = byFirst.get(code(at));
    if (candidates === undefined || isInWord(code(at - 1))) return [];
    return candidates.filter(({ start }) => stands(start, code, { at, end }));
  };
  return {
    starts: [...tokens.map(({ start }) => start), KEY_START],
    mayStart: (code, at, end) => isKeyAt(code, at, end) || tokensAt(code, at, end).length > 0,
    read(code, at, seen) {
      if (isKeyAt(code, at, seen.end)) return readPrivateKey(code, at, seen);
      const readings = tokensAt(code, at, seen.end).map((token) => readToken(token, code, at, seen));
      return (
        readings.find(({ is }) => is === "undecided") ?? readings.find(({ is }) => is === "secret") ?? NOTHING
      );
    },
  };
}
