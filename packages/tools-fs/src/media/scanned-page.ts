import { loadSharp, type Sharp } from "./load-sharp.ts";
import { IMAGE_SECONDS, MAX_IMAGES_BYTES } from "./media-limits.ts";
import * as messages from "./messages.ts";
import type { PdfPage } from "./pdf-worker.ts";

/** A picture of a page, or why there is none. */
export type FittedScan =
  | { readonly mediaType: "image/jpeg"; readonly base64: string }
  | { readonly note: string };

/** Makes the pictures of pages without text into images that can be sent, by page number. */
export async function fitScans(
  pages: readonly PdfPage[],
): Promise<ReadonlyMap<number, readonly FittedScan[]>> {
  const fitted = new Map<number, readonly FittedScan[]>();
  let left = MAX_IMAGES_BYTES;
  for (const { page, pictures } of pages.filter((one) => one.pictures.length > 0)) {
    const sharp = await loadSharp();
    if (sharp === undefined) {
      fitted.set(page, [{ note: messages.scanNeedsLibrary }]);
      continue;
    }
    const scans: FittedScan[] = [];
    for (const picture of pictures) {
      const jpeg = await jpegOf(picture, sharp);
      const note = jpeg === undefined ? messages.scanUnreadable : messages.scansFull;
      if (jpeg === undefined || jpeg.length > left) scans.push({ note });
      else {
        left -= jpeg.length;
        scans.push({ mediaType: "image/jpeg", base64: jpeg.toString("base64") });
      }
    }
    fitted.set(page, scans);
  }
  return fitted;
}

async function jpegOf(
  { width, height, channels, data, turn }: PdfPage["pictures"][number],
  sharp: Sharp,
): Promise<Buffer | undefined> {
  try {
    return await sharp(data, { raw: { width, height, channels } })
      .timeout({ seconds: IMAGE_SECONDS })
      .rotate(turn)
      .flatten({ background: "white" })
      .jpeg({ quality: 80 })
      .toBuffer();
  } catch {
    return undefined;
  }
}
