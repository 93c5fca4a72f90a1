import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as texts from "../edit-messages.ts";
import { type DecidedContext, refuseMoved } from "../file/decided-place.ts";
import { fileStateOf } from "../file/file-state.ts";
import * as messages from "../messages.ts";
import { codeOf, inWords, Refusal } from "../refusal.ts";

/** The same for a call: where it would be created must be where the call may create it. @throws Refusal */
export async function placeOfNew(path: string, ctx: DecidedContext): Promise<string> {
  const realPath = await realPathOfNew(path);
  refuseMoved(path, realPath, ctx);
  return realPath;
}

/**
 * Where a path that does not exist yet would be created, with links in its parents followed.
 * @throws Refusal when a parent is no directory, or a link to nothing.
 */
export async function realPathOfNew(path: string): Promise<string> {
  const missing: string[] = [];
  for (let at = path; ; at = dirname(at)) {
    try {
      const real = await realpath(at);
      if (!(await stat(real)).isDirectory()) throw new Refusal(texts.underFile(path, at));
      return join(real, ...missing);
    } catch (error) {
      if (codeOf(error) !== "ENOENT" || at === dirname(at)) return inWords(path, () => Promise.reject(error));
      const state = fileStateOf(at);
      if (state.kind === "broken-link") throw new Refusal(messages.notAFile(at, state));
      missing.unshift(basename(at));
    }
  }
}
