const MAX_TOTAL_BYTES = 32 * 1024 * 1024;
/** Largest file, in bytes, whose content is kept to show later what others changed in it. */
export const MAX_KNOWN_BYTES = 2 * 1024 * 1024;

// A cache of pure values: the key is the hash of the value, so an entry can never be out of date.
const contents = new Map<string, Buffer>();
let totalBytes = 0;

/** Keeps content for a later comparison, oldest out first; 32 MiB in all. @param hash SHA-256 of `bytes` in hex. */
export function keepContent(hash: string, bytes: Buffer): void {
  if (bytes.length > MAX_KNOWN_BYTES) return;
  const kept = contents.get(hash) ?? bytes;
  forget(hash);
  contents.set(hash, kept);
  totalBytes += kept.length;
  for (const [oldest] of contents) {
    if (totalBytes <= MAX_TOTAL_BYTES) break;
    forget(oldest);
  }
}

/** The content with this hash, while it is still remembered. */
export function keptContent(hash: string): Buffer | undefined {
  return contents.get(hash);
}

function forget(hash: string): void {
  totalBytes -= contents.get(hash)?.length ?? 0;
  contents.delete(hash);
}
