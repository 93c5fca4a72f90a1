import { inspect } from "node:util";
import { isGauntletError, messageOf, REPORT_HINT } from "@gauntlet/core";
import { quotedBelow } from "./notice.ts";
import { visibleText } from "./visible-text.ts";

/** Writes one error for a person: what was found, and what to do. Stack traces only with `GAUNTLET_DEBUG`. */
export function reportError(thrown: unknown, stream: NodeJS.WritableStream): void {
  const code = isGauntletError(thrown) ? ` (${thrown.code})` : "";
  stream.write(`gauntlet: ${quotedBelow(messageOf(thrown))}${code}\n`);
  if (isGauntletError(thrown) && thrown.hint) stream.write(`  ${quotedBelow(thrown.hint)}\n`);
  else if (isFault(thrown)) stream.write(`  ${REPORT_HINT}\n`);
  if (process.env["GAUNTLET_DEBUG"] && thrown instanceof Error)
    stream.write(`${visibleText(inspect(thrown))}\n`);
}

/** Whatever neither is one of our errors nor comes from the system was not thought of. */
const isFault = (thrown: unknown): boolean =>
  !isGauntletError(thrown) && (thrown as { readonly syscall?: unknown } | undefined)?.syscall === undefined;
