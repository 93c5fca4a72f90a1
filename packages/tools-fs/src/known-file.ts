import type { CallContext } from "@gauntlet/core";
import { filesRead } from "./files-read.ts";
import * as messages from "./messages.ts";
import { Refusal } from "./refusal.ts";

/**
 * The hash of a file as the model last saw it.
 * @throws Refusal when it was not read in this session, or only its first page was shown.
 */
export function lastSeenHash(path: string, realPath: string, ctx: CallContext): string {
  const record = ctx.slots.get(filesRead, realPath);
  if (record === undefined) throw new Refusal(messages.notRead(path));
  if (record.partial) throw new Refusal(messages.onlyPartlyRead(path));
  return record.hash;
}
