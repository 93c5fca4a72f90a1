import { type ImageFormat, SENDABLE_FORMATS, type SendableFormat } from "../text/media-kind.ts";
import type { FittedImage, UnfitImage } from "./fit-image.ts";
import { MAX_IMAGE_BYTES, MAX_IMAGE_EDGE } from "./media-limits.ts";
import * as messages from "./messages.ts";

/** Lets an image through as it is when its header says that it is within limits and its end is there. */
export async function passImage(bytes: Buffer, format: ImageFormat): Promise<FittedImage | UnfitImage> {
  const known = SENDABLE_FORMATS.find((one) => one === format);
  if (known === undefined)
    return { unfit: messages.needsLibrary(`${format.toUpperCase()} has to be converted`) };
  const size = await sizeOf(bytes);
  if (size === undefined || !isWhole(bytes, known)) return { unfit: messages.corrupt("its data ends early") };
  const { width, height } = size;
  if (Math.max(width, height) > MAX_IMAGE_EDGE)
    return { unfit: messages.needsLibrary(`${width}×${height} px is above ${MAX_IMAGE_EDGE} px`) };
  if (bytes.length > MAX_IMAGE_BYTES)
    return { unfit: messages.needsLibrary(`${bytes.length} bytes is above ${MAX_IMAGE_BYTES}`) };
  const shown = { width, height };
  return { mediaType: `image/${known}`, bytes, original: shown, shown, frames: 1 };
}

async function sizeOf(bytes: Buffer): Promise<{ width: number; height: number } | undefined> {
  // Loaded on use: it serves only where the image library is missing.
  const { imageSize } = await import("image-size");
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}

const isWhole = (bytes: Buffer, format: SendableFormat): boolean => ENDS[format](bytes);

const ENDS: Readonly<Record<SendableFormat, (bytes: Buffer) => boolean>> = {
  png: endsAsPng,
  // What cameras and editors add behind the end marker is small.
  jpeg: (bytes) => bytes.subarray(-65_536).includes(Buffer.from([0xff, 0xd9])),
  gif: (bytes) => bytes.subarray(-1_024).includes(0x3b),
  webp: (bytes) => bytes.length >= 20 && bytes.readUInt32LE(4) + 8 <= bytes.length,
};

function endsAsPng(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) === "IEND") return true;
  }
  return false;
}
