import { stripVTControlCharacters } from "node:util";
import { fitImage } from "../media/fit-image.ts";
import { loadSharp } from "../media/load-sharp.ts";
import {
  MAX_IMAGES_BYTES,
  MAX_MEDIA_BYTES,
  MAX_NOTEBOOK_IMAGES,
  MAX_OUTPUT_CHARS,
} from "../media/media-limits.ts";
import { clipped, clippedEnd } from "../text/clipped.ts";
import { imageFormatOf } from "../text/media-kind.ts";
import * as messages from "./messages.ts";
import { type Output, textOf } from "./notebook.ts";

/** An output as Read shows it. */
export interface ShownOutput {
  readonly output_type: string;
  readonly text?: string;
  readonly image?: { readonly image_data: string; readonly media_type: string };
}

const MAX_NAME_CHARS = 60;
const IMAGE_KEY = /^image\/(?!svg)/;

/** Makes outputs showable, one after the other, within what all images of one result may take together. */
export function createOutputReader(): (output: Output) => Promise<ShownOutput> {
  let images = 0;
  let bytes = 0;

  async function imageOf(data: Output): Promise<Pick<ShownOutput, "image" | "text">> {
    const [name = "", value] = Object.entries(data).find(([type]) => IMAGE_KEY.test(type)) ?? [];
    const key = clipped(name, MAX_NAME_CHARS);
    const encoded = textOf(value);
    if (encoded === undefined) return {};
    if (images >= MAX_NOTEBOOK_IMAGES || bytes >= MAX_IMAGES_BYTES)
      return { text: messages.imageLeftOut(key) };
    if (encoded.length > MAX_MEDIA_BYTES) return { text: messages.imageLeftOut(key) };
    const found = Buffer.from(encoded, "base64");
    const format = imageFormatOf(found.subarray(0, 64));
    if (format === undefined) return { text: messages.notThatImage(key) };
    const fitted = await fitImage(found, format, await loadSharp());
    if ("unfit" in fitted) return { text: messages.unfitOutput(key, fitted.unfit) };
    if (bytes + fitted.bytes.length > MAX_IMAGES_BYTES) return { text: messages.imageLeftOut(key) };
    images += 1;
    bytes += fitted.bytes.length;
    return { image: { image_data: fitted.bytes.toString("base64"), media_type: fitted.mediaType } };
  }

  return async (output) => {
    const output_type = clipped(String(output["output_type"] ?? "unknown"), MAX_NAME_CHARS);
    const data = output["data"];
    if (typeof data !== "object" || data === null) return { output_type, text: cut(plainText(output)) };
    const shown = await imageOf(data as Output);
    if (shown.image !== undefined) return { output_type, ...shown };
    const text = [shown.text, textOfData(data as Output)].filter((part) => part !== undefined).join("\n");
    return { output_type, text: cut(text) };
  };
}

/** Text of a stream or an error. */
function plainText(output: Output): string {
  if (output["output_type"] !== "error") return textOf(output["text"]) ?? "";
  const head = `${String(output["ename"] ?? "Error")}: ${String(output["evalue"] ?? "")}`;
  const trace = output["traceback"];
  const lines = Array.isArray(trace) ? trace.filter((line) => typeof line === "string") : [];
  return lines.length > 0 ? [head, ...lines].join("\n") : head;
}

/** The plainest form of a value, or which forms it has. */
function textOfData(data: Output): string | undefined {
  for (const key of ["text/plain", "text/markdown", "text/latex", "text/html"]) {
    const text = textOf(data[key]);
    if (text !== undefined) return text;
  }
  const others = Object.keys(data).filter((key) => !IMAGE_KEY.test(key));
  return others.length > 0
    ? messages.otherForms(others.slice(0, 5).map((key) => clipped(key, MAX_NAME_CHARS)))
    : undefined;
}

/** Text without terminal codes, cut in its middle when it is long. */
function cut(raw: string): string {
  if (raw.length <= MAX_OUTPUT_CHARS) return stripVTControlCharacters(raw);
  const half = MAX_OUTPUT_CHARS / 2;
  const head = clipped(stripVTControlCharacters(raw.slice(0, MAX_OUTPUT_CHARS)), half);
  const tail = clippedEnd(stripVTControlCharacters(raw.slice(-MAX_OUTPUT_CHARS)), half);
  return `${head}\n${messages.outputCut(raw.length - head.length - tail.length)}\n${tail}`;
}
