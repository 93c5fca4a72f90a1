import { EXIT, type ExitCode } from "../exit-code.ts";
import { maskEntries } from "../masked-entries.ts";
import { readSession } from "../read-session.ts";
import { writeTranscript } from "../session-transcript.ts";
import { visibleJson } from "../visible-json.ts";

/** `gauntlet sessions show`: a session as a person reads it, or its entries; what looks like a secret is masked. */
export async function runSessionsShow(id: string, { json }: { readonly json?: boolean }): Promise<ExitCode> {
  const masked = maskEntries((await readSession(id)).entries);
  if (json) for (const entry of masked) process.stdout.write(`${visibleJson(entry)}\n`);
  else writeTranscript(masked, process.stdout);
  return EXIT.done;
}
