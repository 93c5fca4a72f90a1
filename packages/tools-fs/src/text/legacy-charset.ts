import { createDecoder, isKnownCharset, type TextForm } from "./charset.ts";

/** Where a file may say what its charset is, all within its first lines. */
const DECLARATIONS: readonly RegExp[] = [
  /^[ \t\f]*(?:#|\/\/|\/\*|;|%|--|"|<!--).*?(?:file)?(?:en)?coding[:=][ \t]*([-\w.]+)/im,
  /^<\?xml[^>]*encoding=["']([-\w.]+)["']/i,
  /^@charset "([-\w.]+)"/i,
  /<meta[^>]*charset=["']?([-\w.]+)/i,
];
const DECLARATION_BYTES = 1_024;
const DECLARATION_LINES = 2;

/**
 * The form of a text that is not UTF-8 and has no byte order mark: the charset it declares, UTF-8 where only a few
 * bytes are damaged, or windows-1252 where the bytes look like it. Undefined when nothing fits: a guess would show
 * the model something else than is there.
 * @param head the first bytes of the file.
 * @param sample a piece of the file that is not UTF-8.
 */
export async function formOfOther(head: Buffer, sample: Buffer): Promise<TextForm | undefined> {
  const declared = declaredCharset(head);
  if (declared !== undefined && (await isKnownCharset(declared)) && (await decodes(sample, declared)))
    return { charset: declared, hasBom: false };
  if (isMostlyUtf8(sample)) return { charset: "utf-8", hasBom: head.toString("utf8", 0, 3) === "\uFEFF" };
  return looksLikeWindows1252(sample) ? { charset: "windows-1252", hasBom: false } : undefined;
}

function declaredCharset(head: Buffer): string | undefined {
  const start = head.toString("latin1", 0, DECLARATION_BYTES);
  const first = start.split("\n", DECLARATION_LINES).join("\n");
  const [comment, ...others] = DECLARATIONS;
  const found = comment?.exec(first) ?? others.map((one) => one.exec(start)).find((hit) => hit !== null);
  return found?.[1]?.toLowerCase().replace(/-(unix|dos|mac)$/, "");
}

/** A character may be cut off at the end of the sample, so what `end` gives does not count. */
async function decodes(sample: Buffer, charset: string): Promise<boolean> {
  return !(await createDecoder(charset)).write(sample).includes("\uFFFD");
}

const isAsciiLetter = (byte: number): boolean => (byte | 32) >= 0x61 && (byte | 32) <= 0x7a;
const isUpper = (byte: number): boolean => byte >= 0xc0 && byte <= 0xde && byte !== 0xd7;
const UNDEFINED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Western text has its letters with accents one or two at a time among plain ones. Longer runs, and capitals in the
 * middle of a word, are what Cyrillic and East Asian text looks like when it is taken for windows-1252.
 */
export function looksLikeWindows1252(sample: Buffer): boolean {
  let [runs, odd, run] = [0, 0, 0];
  let previous = 0x20;
  let hasCapitalInside = false;
  for (const byte of [...sample, 0x20]) {
    if (UNDEFINED.has(byte) || isControl(byte)) return false;
    if (byte >= 0x80) {
      run++;
      hasCapitalInside ||= isUpper(byte) && isLower(previous);
    } else if (run > 0) {
      runs++;
      if (run > 2 || hasCapitalInside) odd++;
      [run, hasCapitalInside] = [0, false];
    }
    previous = byte;
  }
  return runs > 0 && odd * 10 <= runs;
}

const isLower = (byte: number): boolean => (isAsciiLetter(byte) && (byte & 32) !== 0) || byte >= 0xdf;
const isControl = (byte: number): boolean =>
  (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) || byte === 0x7f;

/** Characters of several bytes that are right are no accident: in any other charset they are rare. */
function isMostlyUtf8(sample: Buffer): boolean {
  const text = sample.toString("utf8");
  const wrong = text.match(/\uFFFD/g)?.length ?? 0;
  const right = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  return right > wrong * 2;
}
