import { homedir } from "node:os";
import { findSession, type JournalEntry, maskSecrets, readJournal, stateDirectory } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { writeTranscript } from "../session-transcript.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";

/** `gauntlet sessions show`: a session as a person reads it, or its entries; what looks like a secret is masked. */
export async function runSessionsShow(id: string, { json }: { readonly json?: boolean }): Promise<ExitCode> {
  const state = stateDirectory(process.env, homedir());
  const { journal } = await findSession(state, process.cwd(), id);
  const { entries, damage, tornBytes } = await readJournal(journal);
  for (const { line, why } of damage)
    process.stderr.write(`gauntlet: line ${line} of the journal: ${visibleLine(why)}\n`);
  if (tornBytes > 0) process.stderr.write("gauntlet: the last line of the journal is torn and left out\n");

  const masked = entries.map(withoutSecrets);
  if (json) for (const entry of masked) process.stdout.write(`${visibleJson(entry)}\n`);
  else writeTranscript(masked, process.stdout);
  return EXIT.done;
}

/** An entry with JSON pointers into its event, where something was masked; the hash is that of the whole entry. */
type MaskedEntry = JournalEntry & { readonly masked?: readonly string[] };

function withoutSecrets(entry: JournalEntry): MaskedEntry {
  const { value, masked } = maskSecrets(entry.event);
  return { ...entry, event: value as JournalEntry["event"], ...(masked.length > 0 && { masked }) };
}
