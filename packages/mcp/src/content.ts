import {
  inWords,
  isJsonObject,
  messageOf,
  type ResultContent,
  signedMediaType,
  visibleText,
} from "@gauntlet/core";
import { LIMITS } from "./limits.ts";
import { messages } from "./messages.ts";
import type { SaveFile } from "./save-file.ts";

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * What a server sent, in parts a model can read. Texts, images and PDF documents are given as they are; other media,
 * and what is too large or not what it says, go to a file that is named in their place.
 */
export function readContent(
  parts: readonly unknown[],
  saveFile: SaveFile,
): Promise<readonly ResultContent[]> {
  return readParts(parts, (part) => readPart(part, saveFile));
}

/** The contents of resources, each text with its address. */
export function readResources(
  contents: readonly unknown[],
  saveFile: SaveFile,
): Promise<readonly ResultContent[]> {
  return readParts(contents, (resource) => readResource(resource, saveFile));
}

/** Reads as many parts as a model can have of one result; where they are many, texts in a row become one. */
async function readParts(
  parts: readonly unknown[],
  read: (part: unknown) => Promise<ResultContent>,
): Promise<readonly ResultContent[]> {
  const content = await Promise.all(parts.slice(0, LIMITS.parts).map(read));
  const left = parts.length - content.length;
  const shown = content.length > LIMITS.partsApart ? joinTexts(content) : content;
  return left > 0 ? [...shown, text(messages.partsLeftOut(left))] : shown;
}

function joinTexts(content: readonly ResultContent[]): readonly ResultContent[] {
  const joined: ResultContent[] = [];
  let row: string[] = [];
  const endRow = (): void => {
    if (row.length > 0) joined.push(text(row.join("\n")));
    row = [];
  };
  for (const part of content) {
    if (part.type === "text") row.push(part.text);
    else {
      endRow();
      joined.push(part);
    }
  }
  endRow();
  return joined;
}

async function readPart(part: unknown, saveFile: SaveFile): Promise<ResultContent> {
  if (typeof part === "string") return text(part);
  if (!isJsonObject(part)) return text(messages.unknownContent(typeof part));
  const { type, text: words = "", data, mimeType = "" } = part;
  switch (type) {
    case "text":
      return text(isScalar(words) ? inWords(words) : messages.unknownContent("text"));
    case "image":
    case "audio":
      return await readMedia({ data, type: inWords(mimeType), saveFile });
    case "resource":
      return await readResource(part["resource"], saveFile);
    case "resource_link":
      return text(linkText(part));
    default:
      return text(messages.unknownContent(visibleText(inWords(type)).slice(0, 40)));
  }
}

/** The content of one resource: text with its address, or a medium. */
async function readResource(resource: unknown, saveFile: SaveFile): Promise<ResultContent> {
  if (!isJsonObject(resource)) return text(messages.unknownContent("resource"));
  const { text: own, blob, mimeType = "" } = resource;
  if (typeof own === "string") return text(`${addressOf(resource)}\n${own}`);
  return await readMedia({ data: blob, type: inWords(mimeType), saveFile });
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

const isScalar = (value: unknown): boolean => ["string", "number", "boolean"].includes(typeof value);
