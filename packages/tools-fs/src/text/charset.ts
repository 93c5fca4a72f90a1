import type iconv from "iconv-lite";

/** How a text stands in a file. `charset` is in lower case; anything but `utf-8` is read and written by iconv-lite. */
export interface TextForm {
  readonly charset: string;
  /** The file begins with a byte order mark, which is not part of the text. */
  readonly hasBom: boolean;
}

/** Turns bytes that come in pieces into text. */
export interface TextDecoderStream {
  write(bytes: Buffer): string;
  end(): string;
}

const BOM = "\uFEFF";

// Loaded on first use: nearly every file is UTF-8.
const load = async (): Promise<typeof iconv> => (await import("iconv-lite")).default;

/** A decoder for a charset other than UTF-8. A byte order mark comes out as U+FEFF. */
export async function createDecoder(charset: string): Promise<TextDecoderStream> {
  const decoder = (await load()).getDecoder(charset as iconv.Encoding, { stripBOM: false });
  return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? "" };
}

/** The text of a whole file, without its byte order mark. What has no meaning in the charset becomes U+FFFD. */
export async function decode(bytes: Buffer, { charset, hasBom }: TextForm): Promise<string> {
  const text =
    charset === "utf-8"
      ? bytes.toString("utf8")
      : (await load()).decode(bytes, charset as iconv.Encoding, { stripBOM: false });
  return hasBom ? text.slice(1) : text;
}

/** The bytes of a whole file. What the charset cannot hold becomes something else: see `unholdable`. */
export async function encode(text: string, { charset, hasBom }: TextForm): Promise<Buffer> {
  const whole = hasBom ? BOM + text : text;
  return charset === "utf-8"
    ? Buffer.from(whole)
    : (await load()).encode(whole, charset as iconv.Encoding, { addBOM: false });
}

/** The different characters of a text that a charset has no bytes for, in order of appearance. */
export async function unholdable(text: string, charset: string): Promise<readonly string[]> {
  if (charset === "utf-8" || charset.startsWith("utf-16")) return [];
  const { encode, decode } = await load();
  const name = charset as iconv.Encoding;
  return [...new Set(text)].filter((char) => decode(encode(char, name), name) !== char);
}

const SAFE_CHARSETS =
  /^(iso-?8859-\d{1,2}|latin\d{1,2}|windows-?\d{3,4}|cp\d{3,4}|koi8-?[rut]|gbk|gb2312|gb18030|big5(-?hkscs)?|shift[-_]?jis|sjis|euc-?(jp|kr)|mac(roman|cyrillic|greek|turkish))$/;

/**
 * Tells whether a declared name is a charset we can read and write back: of those whose characters stand for
 * themselves wherever they are, so that an edit leaves the bytes around it alone.
 */
export async function isKnownCharset(name: string): Promise<boolean> {
  return SAFE_CHARSETS.test(name) && (await load()).encodingExists(name);
}
