import { opendir } from "node:fs/promises";
import type { CallContext } from "@gauntlet/core";
import { type DecidedContext, refuseMoved } from "../file/decided-place.ts";
import { fileStateOf } from "../file/file-state.ts";
import { nearNames } from "../file/near-names.ts";
import * as messages from "../messages.ts";
import { inWords, Refusal } from "../refusal.ts";

/** A place to search that exists. `path` is as the model named it, `realPath` after links. */
export interface SearchRoot {
  readonly path: string;
  readonly realPath: string;
  readonly isFile: boolean;
}

/** Looks at the place a search begins. @throws Refusal when there is nothing to search. */
export async function searchRoot(path: string, ctx: DecidedContext): Promise<SearchRoot> {
  const state = fileStateOf(path);
  if (state.kind === "missing") throw new Refusal(messages.noSuchRoot(path, await nearNames(path, ctx)));
  if (state.kind !== "regular" && state.kind !== "directory")
    throw new Refusal(messages.notAFile(path, state));
  refuseMoved(path, state.realPath, ctx);
  const isFile = state.kind === "regular";
  // Not to be able to look must never read like "nothing found".
  if (!isFile) await inWords(path, async () => (await opendir(path)).close());
  return { path, realPath: state.realPath, isFile };
}

/** What is known of a result. */
export interface KnownPlace {
  /** It is no link. */
  readonly isPlain: boolean;
  /** Of what is no link: how many names it has. */
  readonly links?: number;
}

/** A directory, which has no other names. */
export const DIRECTORY: KnownPlace = { isPlain: true, links: 1 };

/**
 * Tells whether a result must be left out because of a read rule, under the name it is shown by and under the real one.
 * @param way path below the root; empty when the root is the file.
 */
export function isDeniedBelow(
  root: SearchRoot,
  way: string,
  ctx: CallContext,
  { isPlain, links }: KnownPlace,
): boolean {
  const [shown, real] = [pathBelow(root.path, way), pathBelow(root.realPath, way)];
  if (isPlain) return ctx.isReadDenied(shown, real, links);
  return ctx.isReadDenied(shown) || (real !== shown && ctx.isReadDenied(real));
}

/** @param way path below the root, already clean; empty for the root. Joins several times faster than `join`. */
export function pathBelow(root: string, way: string): string {
  if (way === "") return root;
  return root.endsWith("/") ? root + way : `${root}/${way}`;
}
