import { isJsonObject, messageOf, type ResultContent, signedMediaType, visibleText } from "@gauntlet/core";
import { LIMITS } from "./limits.ts";
import { messages } from "./messages.ts";
import type { SaveFile } from "./save-file.ts";

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * What a server sent, in parts a model can read. Texts, images and PDF documents are given as they are; other media,
 * and what is too large or not what it says, go to a file that is named in their place.
 */
export async function readContent(
  parts: readonly unknown[],
  saveFile: SaveFile,
): Promise<readonly ResultContent[]> {
  return Promise.all(parts.map((part) => readPart(part, saveFile)));
}

async function readPart(part: unknown, saveFile: SaveFile): Promise<ResultContent> {
  if (!isJsonObject(part)) return text(messages.unknownContent(typeof part));
  switch (part["type"]) {
    case "text":
      return text(String(part["text"] ?? ""));
    case "image":
    case "audio":
      return await readMedia({ data: part["data"], type: String(part["mimeType"] ?? ""), saveFile });
    case "resource":
      return await readResource(part["resource"], saveFile);
    case "resource_link":
      return text(linkText(part));
    default:
      return text(messages.unknownContent(visibleText(String(part["type"])).slice(0, 40)));
  }
}

/** The content of one resource: text with its address, or a medium. */
export async function readResource(resource: unknown, saveFile: SaveFile): Promise<ResultContent> {
  if (!isJsonObject(resource)) return text(messages.unknownContent("resource"));
  const { text: own, blob, mimeType } = resource;
  if (typeof own === "string") return text(`${addressOf(resource)}\n${own}`);
  return await readMedia({ data: blob, type: String(mimeType ?? ""), saveFile });
}

interface Media {
  readonly data: unknown;
  readonly type: string;
  readonly saveFile: SaveFile;
}

async function readMedia({ data, type, saveFile }: Media): Promise<ResultContent> {
  const kind = type.toLowerCase().split(";")[0]?.trim() ?? "";
  const shown = visibleText(kind).slice(0, 60) || "data of no declared type";
  const isData = typeof data === "string" && data.length > 0 && data.length % 4 === 0 && BASE64.test(data);
  if (!isData) return text(messages.unsaved(shown, "it is not base64"));
  const bytes = Buffer.from(data, "base64");
  // What it is called is the server's word; a model server refuses what is something else, and the session with it.
  if (data.length <= LIMITS.imageBytes && signedMediaType(bytes) === kind) {
    const source = { type: "base64", media_type: kind, data };
    return { type: kind === "application/pdf" ? "document" : "image", source } as ResultContent;
  }
  const what = `${shown}, ${bytes.length} bytes`;
  try {
    return text(messages.savedMedia(what, await saveFile(bytes)));
  } catch (thrown) {
    return text(messages.unsaved(what, messageOf(thrown)));
  }
}

function linkText(part: Readonly<Record<string, unknown>>): string {
  const about = [part["title"] ?? part["name"], part["description"], part["mimeType"]]
    .filter((word) => typeof word === "string" && word !== "")
    .join(", ");
  return messages.resourceLink(addressOf(part), visibleText(about).slice(0, 500));
}

const addressOf = ({ uri }: Readonly<Record<string, unknown>>): string =>
  visibleText(typeof uri === "string" ? uri : "without an address").slice(0, 500);

const text = (value: string): ResultContent => ({ type: "text", text: value });
