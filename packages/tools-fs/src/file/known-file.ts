import type { CallContext } from "@gauntlet/core";
import * as texts from "../edit-messages.ts";
import { Refusal } from "../refusal.ts";
import { firstGap } from "../text/line-ranges.ts";
import { filesRead } from "./files-read.ts";

/**
 * The hash of a file as the model last saw it, whole.
 * @throws Refusal when it was not read in this session, or only part of it.
 */
export function lastSeenHash(path: string, realPath: string, ctx: CallContext): string {
  const record = ctx.slots.get(filesRead, realPath);
  if (record === undefined) throw new Refusal(texts.notRead(path));
  if (record.partial && record.lines === undefined) throw new Refusal(texts.notShownWhole(path));
  if (record.partial)
    throw new Refusal(
      texts.onlyPartlyRead(path, firstGap(record.lines ?? [], Number.POSITIVE_INFINITY)?.[0] ?? 1),
    );
  return record.hash;
}

/** Refuses a file of which a line was not shown whole. @throws Refusal */
export function refuseCutLines(path: string, realPath: string, ctx: CallContext): void {
  if (ctx.slots.get(filesRead, realPath)?.hasCutLine) throw new Refusal(texts.linesCut(path));
}
