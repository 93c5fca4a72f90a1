import { SIGNATURE_BYTES, signedMediaType } from "@gauntlet/core";

/** Kinds of image that are recognized. The first four are what a model server takes. */
export const SENDABLE_FORMATS = ["png", "jpeg", "gif", "webp"] as const;
export type SendableFormat = (typeof SENDABLE_FORMATS)[number];
export type ImageFormat = SendableFormat | "tiff" | "bmp" | "heic" | "avif";

/** What Read shows otherwise than as lines of text. */
export type MediaKind =
  | { readonly kind: "image"; readonly format: ImageFormat }
  | { readonly kind: "pdf" }
  | { readonly kind: "notebook" };

/** Bytes at the start of a file that tell its kind. */
export const KIND_BYTES = SIGNATURE_BYTES;

const BMP_HEADER_BYTES = [12, 40, 52, 56, 64, 108, 124];
const HEIF_BRANDS: Readonly<Record<string, ImageFormat>> = {
  heic: "heic",
  heix: "heic",
  hevc: "heic",
  hevx: "heic",
  mif1: "heic",
  msf1: "heic",
  avif: "avif",
  avis: "avif",
};

/**
 * Judges images and PDFs by content, never by name. A notebook is JSON like any other, so its name has to say it.
 * @param path after links, so that a file is the same thing under all its names.
 * @param head the first `KIND_BYTES` of the file, or all of a shorter one.
 * @returns undefined for anything else, an empty file included.
 */
export function mediaKindOf(path: string, head: Buffer): MediaKind | undefined {
  if (head.length === 0) return undefined;
  const format = imageFormatOf(head);
  if (format !== undefined) return { kind: "image", format };
  if (isPdf(head)) return { kind: "pdf" };
  return isNotebookName(path) ? { kind: "notebook" } : undefined;
}

/** The kind of image that bytes begin like, or undefined. */
export function imageFormatOf(head: Buffer): ImageFormat | undefined {
  const signed = signedMediaType(head);
  const sendable = SENDABLE_FORMATS.find((format) => `image/${format}` === signed);
  if (sendable !== undefined) return sendable;
  const text = head.toString("latin1", 0, 12);
  if (text.startsWith("II*\0") || text.startsWith("MM\0*")) return "tiff";
  if (/^.{4}ftyp/s.test(text)) return HEIF_BRANDS[text.slice(8, 12)];
  return isBmp(head) ? "bmp" : undefined;
}

/** Whether bytes begin as a PDF does. */
export const isPdf = (head: Buffer): boolean => signedMediaType(head) === "application/pdf";

/** Whether a file is called a notebook. */
export const isNotebookName = (path: string): boolean => /\.ipynb$/i.test(path);

// Two letters alone also begin a text, so the sizes in the header have to make sense.
function isBmp(head: Buffer): boolean {
  if (head.length < 18 || head.toString("latin1", 0, 2) !== "BM") return false;
  return head.readUInt32LE(6) === 0 && BMP_HEADER_BYTES.includes(head.readUInt32LE(14));
}
