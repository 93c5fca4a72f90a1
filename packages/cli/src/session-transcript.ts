import type { JournalEntry } from "@gauntlet/core";
import { colorsFor } from "./colors-for.ts";
import { createRenderer } from "./render.ts";
import { sessionItems } from "./session-items.ts";
import { visibleLine } from "./visible-line.ts";
import { visibleText } from "./visible-text.ts";

const MARKS = { person: ">", model: "│" } as const;

/**
 * Writes a session as a person reads it: words with a mark before each line, so that nothing that was said looks like
 * a decision, and calls, decisions and outcomes as they were shown when they happened.
 */
export function writeTranscript(
  entries: readonly JournalEntry[],
  output: NodeJS.WritableStream & { readonly isTTY?: boolean },
): void {
  const colors = colorsFor(output);
  const renderer = createRenderer({ text: output, calls: output });
  for (const item of sessionItems(entries)) {
    if ("event" in item) {
      renderer.show(item.event);
      continue;
    }
    renderer.end();
    if ("note" in item) output.write(`${colors.dim(visibleLine(item.note))}\n`);
    else
      for (const line of visibleText(item.text).split("\n"))
        output.write(`${colors.bold(MARKS[item.by])} ${line}\n`);
  }
  renderer.end();
}
