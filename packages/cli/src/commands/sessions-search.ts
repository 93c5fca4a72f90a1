import { homedir } from "node:os";
import { basename, join } from "node:path";
import { ConfigError, maskSecrets, type SessionHit, searchSessions, stateDirectory } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { shortId } from "../session-text.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { rangeOf, type SessionRange, whereText } from "./sessions-list.ts";

/** Characters of the text around what was found, to each side. */
const AROUND = 60;

/** `gauntlet sessions search`: where a text stands in the sessions; each place as it is found. */
export async function runSessionsSearch(
  text: string,
  options: SessionRange & { readonly json?: boolean },
): Promise<ExitCode> {
  if (text.trim() === "") {
    throw new ConfigError("GNT_CONFIG_INVALID", "the text to search for is blank", {
      hint: "name a text that is not blank",
    });
  }
  const range = rangeOf(options);
  const mask = (value: unknown): unknown => maskSecrets(value).value;
  let found = 0;
  for await (const hit of searchSessions(stateDirectory(process.env, homedir()), text, { ...range, mask })) {
    found += 1;
    process.stdout.write(options.json ? `${visibleJson(viewOf(hit, text))}\n` : lineOf(hit, text));
  }
  if (found === 0 && !options.json)
    process.stdout.write(`no session has the text ${visibleLine(text)}${whereText(range)}\n`);
  return EXIT.done;
}

function viewOf({ text, at, ...hit }: SessionHit, needle: string): object {
  return { ...hit, snippet: snippetOf({ text, at }, needle) };
}

function lineOf({ session, file, line, seq, in: where, text, at }: SessionHit, needle: string): string {
  const place =
    seq === undefined ? `${join("results", basename(file))}:${line}` : `line ${line}, entry ${seq}`;
  const snippet = snippetOf({ text, at }, needle);
  return `${visibleLine(`${shortId(session)}  ${place}  ${where}: ${snippet}`)}\n`;
}

function snippetOf(
  { text, at }: { readonly text: string; readonly at: number | undefined },
  needle: string,
): string {
  if (at === undefined) return "(masked: it looks like a secret)";
  const start = Math.max(0, at - AROUND);
  const end = Math.min(text.length, at + needle.length + AROUND);
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}
