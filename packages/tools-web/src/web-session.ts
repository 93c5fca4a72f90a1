import { closeSync, openSync, writeFileSync } from "node:fs";
import { defineResource } from "@gauntlet/core";
import { createPageCache, type PageCache } from "./page-cache.ts";

const SLICE_BYTES = 64 * 1024;

/** What the web tools keep in one session. */
export interface WebSession {
  readonly pages: PageCache;
  /** Searches that were made. */
  readonly searches: { made: number };
  /** Names a new file among the results of the session. @param extension without the dot. */
  newFile(extension: string): string;
  /** Stores a text in such a file, private and without secrets, as results are. @returns its path. */
  saveText(text: string, extension: string): string;
}

/** What a session has fetched, and where its files go. Nothing of it outlives the session but the files. */
export const webSession = defineResource<WebSession>({
  name: "web",
  // Limits are those of a session with all its subagents, and what one has fetched the others need not fetch again.
  isShared: true,
  open({ newResultFile, redact }) {
    const newFile = (extension: string): string => newResultFile("webfetch", extension);
    return {
      pages: createPageCache(),
      searches: { made: 0 },
      newFile,
      saveText(text, extension) {
        const path = newFile(extension);
        const file = openSync(path, "wx", 0o600);
        try {
          const stream = redact((bytes) => writeFileSync(file, bytes));
          const bytes = Buffer.from(text);
          for (let at = 0; at < bytes.length; at += SLICE_BYTES)
            stream.write(bytes.subarray(at, at + SLICE_BYTES));
          stream.end();
        } finally {
          closeSync(file);
        }
        return path;
      },
    };
  },
  close: async () => undefined,
});
