import { gunzipSync } from "node:zlib";

const BLOCK = 512;
/** Of the unpacked archive; a pack that is larger is not looked into. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * The texts of single files of a package's archive. Nothing is written anywhere.
 * @param archive gzipped tar, as a registry holds it: every path begins with one directory.
 * @param names paths below that directory.
 * @throws Error for an archive that is none.
 */
export function readFromTarball(archive: Uint8Array, names: readonly string[]): ReadonlyMap<string, string> {
  const tar = gunzipSync(archive, { maxOutputLength: MAX_BYTES });
  const found = new Map<string, string>();
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK);
    if (header.every((byte) => byte === 0)) break;
    const size = Number.parseInt(textIn(header, 124, 12).trim() || "0", 8);
    if (!Number.isSafeInteger(size) || size < 0) throw new Error("it is not a tar file");
    const type = String.fromCharCode(header[156] ?? 0);
    const prefix = textIn(header, 345, 155);
    const path = `${prefix === "" ? "" : `${prefix}/`}${textIn(header, 0, 100)}`;
    const name = path.slice(path.indexOf("/") + 1);
    const isFile = type === "0" || type === "\0";
    // An installer takes the last of several entries of one path.
    if (isFile && names.includes(name)) found.set(name, tar.toString("utf8", at + BLOCK, at + BLOCK + size));
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}

function textIn(header: Buffer, from: number, length: number): string {
  const text = header.toString("utf8", from, from + length);
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}
