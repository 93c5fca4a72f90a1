import { type JournalEntry, maskSecrets } from "@gauntlet/core";

/** An entry with JSON pointers into its event, where something was masked; the hash is that of the whole entry. */
export type MaskedEntry = JournalEntry & { readonly masked?: readonly string[] };

/** Entries of a journal without what looks like a secret, as they may be shown and exported. */
export function maskEntries(entries: readonly JournalEntry[]): readonly MaskedEntry[] {
  return entries.map((entry) => {
    const { value, masked } = maskSecrets(entry.event);
    return { ...entry, event: value as JournalEntry["event"], ...(masked.length > 0 && { masked }) };
  });
}
