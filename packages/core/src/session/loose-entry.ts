import type { JournalEntry } from "../contract/event.ts";
import { isWhole } from "./event-shape.ts";

/** The entry of a line of a journal, without its chain; undefined for a line that holds none, or none of its shape. */
export function looseEntry(line: string): JournalEntry | undefined {
  try {
    const entry = JSON.parse(line) as JournalEntry;
    return typeof entry.event?.type === "string" && isWhole(entry.event) ? entry : undefined;
  } catch {
    return undefined;
  }
}
