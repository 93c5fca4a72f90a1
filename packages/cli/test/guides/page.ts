import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const repository = new URL("../../../../", import.meta.url);

/** A fenced block of a page, and what the comment before it says of it. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** A file of the repository that the block shows whole. */
  readonly shows?: string;
  /** The reader writes the block to this file, relative to where they are. */
  readonly write?: string;
  /** Why nobody runs the block. */
  readonly shown?: string;
  /** Exit codes other than 0 that commands of the block end with, in order. */
  readonly codes: readonly number[];
}

const BLOCK =
  /(?:<!-- (file|write|shown|ends with): (.+?) -->\n\n)?^```(\w*)\n(?:\/\/ file: (\S+)\n)?(.*?)^```$/gms;

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  const text = readFileSync(fileURLToPath(new URL(page, repository)), "utf8");
  return [...text.matchAll(BLOCK)].map(([, mark, said = "", language = "", inside, code = ""]) => {
    const shows = mark === "file" ? said : inside;
    return {
      language,
      code,
      codes: mark === "ends with" ? said.split(", ").map(Number) : [],
      ...(shows !== undefined && { shows }),
      ...(mark === "write" && { write: said }),
      ...(mark === "shown" && { shown: said }),
    };
  });
}

/** True if the block is neither run nor written nor a file, and does not say so. */
export const isUnaccounted = ({ language, shows, write, shown }: Block): boolean =>
  !["sh", "text"].includes(language) && shows === undefined && write === undefined && shown === undefined;
