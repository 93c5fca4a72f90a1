import { EXIT, type ExitCode } from "../exit-code.ts";
import { exportParts } from "../export/export-parts.ts";
import { toHtml } from "../export/html.ts";
import { toMarkdown } from "../export/markdown.ts";
import { maskEntries } from "../masked-entries.ts";
import { readSession } from "../read-session.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleText } from "../visible-text.ts";
import { writeOut } from "../write-out.ts";

/** The flags of `sessions export`. */
export interface ExportOptions {
  readonly format: "md" | "json" | "html";
  readonly out?: string;
}

/** `gauntlet sessions export`: a session as one document for elsewhere; what looks like a secret is masked. */
export async function runSessionsExport(id: string, { format, out }: ExportOptions): Promise<ExitCode> {
  const session = await readSession(id);
  const entries = maskEntries(session.entries);
  const title = `Session ${visibleText(session.id)}`;
  const text =
    format === "json"
      ? `${visibleJson({ session: session.id, entries }, 2)}\n`
      : (format === "html" ? toHtml : toMarkdown)(title, exportParts(entries));
  await writeOut(text, out);
  return EXIT.done;
}
