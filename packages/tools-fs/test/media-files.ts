import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";

/** What a PNG states and holds, where it differs from a plain gray picture. */
export interface PngOptions {
  readonly width: number;
  readonly height: number;
  /** Lines that are really there; default all. */
  readonly lines?: number;
  readonly hasEnd?: boolean;
}

/** A gray PNG of eight bits a pixel. */
export function makePng({ width, height, lines = height, hasEnd = true }: PngOptions): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = Buffer.alloc(lines * (width + 1));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(pixels)),
    ...(hasEnd ? [pngChunk("IEND", Buffer.alloc(0))] : []),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** One page of a PDF: a line of text, or the body of a content stream with what it needs. */
export type PdfPageSource =
  | string
  | { readonly stream: string | Buffer; readonly filter?: string; readonly picture?: Buffer };

export interface PdfOptions {
  /** How the file says where its objects are; `lost`: it does not. */
  readonly xref?: "table" | "stream" | "lost";
  /** More entries of the trailer. */
  readonly trailer?: string;
}

/** A PDF with the given pages. */
export function makePdf(
  pages: readonly PdfPageSource[],
  { xref = "table", trailer = "" }: PdfOptions = {},
): Buffer {
  const first = 4;
  const kids = pages.map((_, i) => `${first + 3 * i} 0 R`).join(" ");
  const objects: Buffer[] = [
    Buffer.from("<</Type/Catalog/Pages 2 0 R>>"),
    Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`),
    Buffer.from("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"),
    ...pages.flatMap((page, i) => pageObjects(page, first + 3 * i)),
  ];
  const parts: Buffer[] = [Buffer.from(xref === "stream" ? "%PDF-1.5\n" : "%PDF-1.4\n")];
  const offsets: number[] = [];
  const size = () => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [i, object] of objects.entries()) {
    offsets.push(size());
    parts.push(Buffer.from(`${i + 1} 0 obj\n`), object, Buffer.from("\nendobj\n"));
  }
  if (xref === "lost") parts.push(Buffer.from("trailer\n<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n"));
  else parts.push(xrefOf(offsets, size(), { isStream: xref === "stream", trailer }));
  return Buffer.concat(parts);
}

function pageObjects(page: PdfPageSource, number: number): Buffer[] {
  const { stream, filter, picture } = typeof page === "string" ? { stream: textStream(page) } : page;
  const bytes = Buffer.from(stream);
  const head = `<</Length ${bytes.length}${filter === undefined ? "" : `/Filter/${filter}`}>>`;
  const resources = `<</Font<</F1 3 0 R>>/XObject<</P ${number + 2} 0 R>>>>`;
  return [
    Buffer.from(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${number + 1} 0 R/Resources${resources}>>`,
    ),
    streamObject(head, bytes),
    picture ?? Buffer.from("null"),
  ];
}

const textStream = (text: string): string => `BT /F1 24 Tf 72 720 Td (${text}) Tj ET`;

export const streamObject = (head: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${head}\nstream\n`), bytes, Buffer.from("\nendstream")]);

/** A page that is nothing but a picture, as a scanner makes it: its left half is black, its right half white. */
export function scannedPage(width: number, height: number, bits: 1 | 8): PdfPageSource {
  const half = (width * bits) / 16;
  const row = Buffer.concat([Buffer.alloc(half), Buffer.alloc(half, 255)]);
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const head = `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent ${bits}/Filter/FlateDecode/Length ${data.length}>>`;
  return { stream: "q 612 0 0 792 0 0 cm /P Do Q", picture: streamObject(head, data) };
}

function xrefOf(
  offsets: readonly number[],
  start: number,
  { isStream, trailer }: { isStream: boolean; trailer: string },
): Buffer {
  const end = Buffer.from(`\nstartxref\n${start}\n%%EOF\n`);
  const count = offsets.length + 1;
  if (!isStream) {
    const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
    const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<</Size ${count}/Root 1 0 R${trailer}>>`;
    return Buffer.concat([Buffer.from(table), end]);
  }
  const rows = Buffer.alloc((count + 1) * 5);
  for (const [i, offset] of [...offsets, start].entries()) {
    rows[(i + 1) * 5] = 1;
    rows.writeUInt32BE(offset, (i + 1) * 5 + 1);
  }
  const head = `<</Type/XRef/Size ${count + 1}/W[1 4 0]/Root 1 0 R/Length ${rows.length}${trailer}>>`;
  return Buffer.concat([
    Buffer.from(`${count} 0 obj\n`),
    streamObject(head, rows),
    Buffer.from("\nendobj"),
    end,
  ]);
}

/** A page whose content is a few hundred kilobytes that unpack to `megabytes`. */
export function bombPage(megabytes: number): PdfPageSource {
  const piece = deflateRawSync(Buffer.alloc(1024 ** 2, " "), { finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array.from({ length: megabytes }, () => piece);
  return {
    stream: Buffer.concat([Buffer.from([0x78, 0x9c]), ...pieces, Buffer.from([3, 0])]),
    filter: "FlateDecode",
  };
}
