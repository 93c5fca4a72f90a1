import { visibleText } from "./visible-text.ts";

/**
 * Text from outside below a `gauntlet:` of ours: each further line is quoted, so that none can pass for a line of
 * ours.
 */
export const quotedBelow = (text: string): string => visibleText(text).replace(/\n(?! {2}\| )/g, "\n  | ");

/** Tells people something beside the output. */
export function writeNotice(text: string): void {
  process.stderr.write(`gauntlet: ${quotedBelow(text)}\n`);
}
