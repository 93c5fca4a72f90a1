import { type CodeAt, isInWord, NOTHING, type Reading, type Seen, UNDECIDED } from "./reading.ts";
import type { SecretForm } from "./secret-forms.ts";

/** One beginning of a form, with its characters as a table. */
export interface Token {
  readonly form: SecretForm;
  readonly start: string;
  readonly isPart: (code: number) => boolean;
}

/** Longer than any token: what is that long is judged by what was seen of it. */
const MAX_TOKEN = 16_384;
const DOT = 0x2e;

export function tokensOf(forms: readonly SecretForm[]): readonly Token[] {
  return forms.flatMap((form) => {
    const isPart = classOf(form.chars ?? "\\w-");
    return form.starts.map((start) => ({ form, start, isPart }));
  });
}

/**
 * Reads a token whose beginning, or a part of it cut off by the end, stands at a place. Words that follow without a
 * gap belong to it.
 */
export function readToken({ form, start, isPart }: Token, code: CodeAt, at: number, seen: Seen): Reading {
  const from = at + start.length;
  if (from > seen.end) return seen.isWhole ? NOTHING : UNDECIDED;
  const last = Math.min(seen.end, at + MAX_TOKEN);
  let [dots, digits, end] = [0, 0, from];
  for (; end < last && isPart(code(end)); end += 1) {
    const one = code(end);
    if (one === DOT) dots += 1;
    else if (one >= 0x30 && one <= 0x39) digits += 1;
  }
  const isCut = end === seen.end && !seen.isWhole && end < at + MAX_TOKEN;
  if (isCut) return UNDECIDED;
  const { name, min, dots: needed = 0, hasDigit = false } = form;
  if (end - from < min || dots < needed || (hasDigit && digits === 0)) return NOTHING;
  const belongs = (one: number): boolean => isPart(one) || isInWord(one);
  while (end < seen.end && belongs(code(end))) end += 1;
  const goesOn = end === seen.end && !seen.isWhole;
  return { is: "secret", name, end, ...(goesOn && { goesOn: belongs }) };
}

/** A test for the ASCII characters of a regular expression's class. */
function classOf(chars: string): (code: number) => boolean {
  const one = new RegExp(`[${chars}]`);
  const table = Array.from({ length: 128 }, (_, code) => one.test(String.fromCharCode(code)));
  return (code) => table[code] === true;
}
