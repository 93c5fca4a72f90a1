import { realpathSync } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import type { ExecuteContext } from "@gauntlet/core";
import { fileStateOf } from "./file-state.ts";
import * as messages from "./messages.ts";
import { inWords, Refusal } from "./refusal.ts";

/** A place to search that exists. `path` is as the model named it, `realPath` after links. */
export interface SearchRoot {
  readonly path: string;
  readonly realPath: string;
  readonly isFile: boolean;
}

/** Looks at the place a search begins. @throws Refusal when there is nothing to search. */
export async function searchRoot(path: string): Promise<SearchRoot> {
  const state = fileStateOf(path);
  if (state.kind === "missing") throw new Refusal(messages.noSuchRoot(path));
  if (state.kind !== "regular" && state.kind !== "directory")
    throw new Refusal(messages.notAFile(path, state));
  const isFile = state.kind === "regular";
  // Not to be able to look must never read like "nothing found".
  if (!isFile) await inWords(path, async () => (await opendir(path)).close());
  return { path, realPath: state.realPath, isFile };
}

/**
 * Tells whether a result must be left out because of a read rule, under the name it is shown by and under the real one.
 * @param way path below the root; empty when the root is the file.
 */
export function isDeniedBelow(root: SearchRoot, way: string, ctx: ExecuteContext): boolean {
  const real = join(root.realPath, way);
  if (ctx.isReadDenied(join(root.path, way)) || ctx.isReadDenied(real)) return true;
  const resolved = resolvedOrSame(real);
  return resolved !== real && ctx.isReadDenied(resolved);
}

function resolvedOrSame(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
