import type { JournalEntry } from "../contract/event.ts";

/** The entry of a line of a journal, without its chain; undefined for a line that holds none. */
export function looseEntry(line: string): JournalEntry | undefined {
  try {
    const entry = JSON.parse(line) as JournalEntry;
    return typeof entry.event?.type === "string" ? entry : undefined;
  } catch {
    return undefined;
  }
}
