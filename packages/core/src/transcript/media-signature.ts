/** Bytes at the start of a medium that are enough to tell its type. */
export const SIGNATURE_BYTES = 96;

/** As latin1. */
const SIGNATURES: readonly (readonly [type: string, RegExp])[] = [
  ["image/png", /^\x89PNG\r\n\cZ\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  // Some have blanks or a byte order mark before that.
  ["application/pdf", /^(?:\xef\xbb\xbf)?\s*%PDF-\d/],
];

/**
 * The type of a medium that a model server takes, by its first bytes: what somebody calls it is not asked.
 * @param head the first `SIGNATURE_BYTES`, or all of a shorter one.
 * @returns undefined for anything that no model server takes.
 */
export function signedMediaType(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.subarray(0, SIGNATURE_BYTES)).toString("latin1");
  return SIGNATURES.find(([, signature]) => signature.test(text))?.[0];
}
