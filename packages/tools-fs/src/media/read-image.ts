import type { ResultContent } from "@gauntlet/core";
import type { OpenedFile } from "../file/open-regular.ts";
import { Refusal } from "../refusal.ts";
import type { ImageFormat } from "../text/media-kind.ts";
import { type FittedImage, fitImage } from "./fit-image.ts";
import { loadSharp } from "./load-sharp.ts";
import { loadMedia } from "./media-file.ts";
import { MAX_MEDIA_BYTES } from "./media-limits.ts";
import * as messages from "./messages.ts";

/** An image as Read shows it. */
export interface ImageReadOutput {
  readonly type: "image";
  readonly file: {
    readonly base64: string;
    /** Media type such as `image/png`. */
    readonly type: FittedImage["mediaType"];
    /** Bytes of the file. */
    readonly originalSize: number;
    /** Pixels of the file, and of what is shown. */
    readonly dimensions: {
      readonly originalWidth: number;
      readonly originalHeight: number;
      readonly displayWidth: number;
      readonly displayHeight: number;
    };
  };
  readonly filePath: string;
  readonly frames: number;
}

/** Reads an image so that it can be sent. @throws Refusal when it cannot, in words for the model. */
export async function readImage(
  file: OpenedFile,
  format: ImageFormat,
): Promise<{ readonly output: ImageReadOutput; readonly hash: string }> {
  const { bytes, hash } = await loadMedia(file, MAX_MEDIA_BYTES);
  const fitted = await fitImage(bytes, format, await loadSharp());
  if ("unfit" in fitted) throw new Refusal(messages.unfitImage(file.path, format, fitted.unfit));
  const output: ImageReadOutput = {
    type: "image",
    file: {
      base64: fitted.bytes.toString("base64"),
      type: fitted.mediaType,
      originalSize: bytes.length,
      dimensions: {
        originalWidth: fitted.original.width,
        originalHeight: fitted.original.height,
        displayWidth: fitted.shown.width,
        displayHeight: fitted.shown.height,
      },
    },
    filePath: file.path,
    frames: fitted.frames,
  };
  return { output, hash };
}

/** What the model gets: a line about the image, and the image. */
export const imageContent = (output: ImageReadOutput): readonly ResultContent[] => [
  { type: "text", text: messages.imageResult(output) },
  imagePart(output.file.type, output.file.base64),
];

/** An image as part of a result. */
export const imagePart = (media_type: string, data: string): ResultContent => ({
  type: "image",
  source: { type: "base64", media_type, data },
});
