import type { Metadata, Sharp as Pipeline } from "sharp";
import { type ImageFormat, SENDABLE_FORMATS, type SendableFormat } from "../text/media-kind.ts";
import type { Sharp } from "./load-sharp.ts";
import { IMAGE_EDGE, IMAGE_SECONDS, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS } from "./media-limits.ts";
import * as messages from "./messages.ts";
import { passImage } from "./pass-image.ts";

/** An image that a model server takes. Sizes in pixels, as a person sees them. */
export interface FittedImage {
  readonly mediaType: `image/${SendableFormat}`;
  readonly bytes: Buffer;
  readonly original: ImageSize;
  readonly shown: ImageSize;
  /** Frames of the original; only the first is shown of one that was changed. */
  readonly frames: number;
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Why an image cannot be sent, in words that go on after its name. */
export interface UnfitImage {
  readonly unfit: string;
}

/**
 * Brings an image within what a model server takes: a type it knows, no edge above 1568 px, at most 5 MiB as base64,
 * upright as its EXIF data says. One that is within all that stays as it is, byte for byte, once it has been decoded
 * to its end. Without the image library only such an image passes, unproven.
 */
export async function fitImage(
  bytes: Buffer,
  format: ImageFormat,
  sharp: Sharp | undefined,
): Promise<FittedImage | UnfitImage> {
  if (sharp === undefined) return passImage(bytes, format);
  try {
    return await fitWith(sharp, bytes, format);
  } catch (error) {
    return { unfit: wordsFor(error, format) };
  }
}

async function fitWith(sharp: Sharp, bytes: Buffer, format: ImageFormat): Promise<FittedImage | UnfitImage> {
  const open = () =>
    sharp(bytes, { failOn: "error", limitInputPixels: MAX_IMAGE_PIXELS, sequentialRead: true }).timeout({
      seconds: IMAGE_SECONDS,
    });
  const meta = await sharp(bytes, { limitInputPixels: false }).metadata();
  const original = uprightSize(meta);
  if (original.width * original.height > MAX_IMAGE_PIXELS) {
    return { unfit: messages.tooManyPixels(original, MAX_IMAGE_PIXELS) };
  }
  const frames = meta.pages ?? 1;
  if (isSendable(format) && fits(bytes, meta)) {
    // Proves that all of it can be decoded; the model server would refuse it, and the whole session with it.
    await open().resize(8, 8, { fit: "fill" }).raw().toBuffer();
    return { mediaType: `image/${format}`, bytes, original, shown: original, frames };
  }
  for (const [type, encode] of encodersFor(format, meta.hasAlpha)) {
    const { data, info } = await encode(
      open().autoOrient().resize(IMAGE_EDGE, IMAGE_EDGE, { fit: "inside", withoutEnlargement: true }),
    ).toBuffer({ resolveWithObject: true });
    if (data.length > MAX_IMAGE_BYTES) continue;
    const shown = { width: info.width, height: info.height };
    return { mediaType: `image/${type}`, bytes: data, original, shown, frames };
  }
  return { unfit: messages.tooManyBytes(bytes.length, MAX_IMAGE_BYTES) };
}

const isSendable = (format: ImageFormat): format is SendableFormat =>
  (SENDABLE_FORMATS as readonly string[]).includes(format);

function fits(bytes: Buffer, { width, height, orientation = 1 }: Metadata): boolean {
  return Math.max(width, height) <= IMAGE_EDGE && orientation === 1 && bytes.length <= MAX_IMAGE_BYTES;
}

const uprightSize = ({ width, height, orientation = 1 }: Metadata): ImageSize =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

type Encoder = readonly [SendableFormat, (image: Pipeline) => Pipeline];

/** Ways to write an image, best first. The last one always makes a small file. */
function encodersFor(format: ImageFormat, hasAlpha: boolean): readonly Encoder[] {
  const png: Encoder = ["png", (image) => image.png()];
  const jpeg: Encoder = ["jpeg", (image) => image.jpeg({ quality: 85 })];
  const webp: Encoder = ["webp", (image) => image.webp({ quality: 80 })];
  if (format === "png" || format === "gif") return [png, webp];
  return hasAlpha ? [webp] : [jpeg, webp];
}

function wordsFor(error: unknown, format: ImageFormat): string {
  const why = (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
  if (/timeout/i.test(why)) return messages.tooSlow(IMAGE_SECONDS);
  if (/unsupported|no decode delegate|compression format/i.test(why)) return messages.noDecoder(format);
  return messages.corrupt(why.slice(0, 200));
}
