import { type SessionSummary, SHORTEST_SESSION_ID } from "@gauntlet/core";
import { visibleLine } from "./visible-line.ts";

/** The beginning of a session's id that commands take for it. */
export const shortId = (id: string): string => id.slice(0, SHORTEST_SESSION_ID);

/** A number of sessions in words. */
export const countText = (count: number): string => (count === 1 ? "1 session" : `${count} sessions`);

const UNITS = ["kB", "MB", "GB", "TB"];

/** A number of bytes for a person, in powers of 1000. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  let size = bytes / 1_000;
  let unit = 0;
  // What would be rounded to 1000 is one of the next unit.
  while (size >= 999.95 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit += 1;
  }
  return `${size.toFixed(1)} ${UNITS[unit]}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago something was, and the date (UTC) after a week. */
export function whenText(at: string, now: Date): string {
  const ago = now.getTime() - Date.parse(at);
  if (Math.abs(ago) < MINUTE) return "just now";
  if (ago < 0 || ago >= 7 * DAY) return at.slice(0, 10);
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`;
  if (ago < DAY) return `${Math.floor(ago / HOUR)} h ago`;
  return ago < 2 * DAY ? "1 day ago" : `${Math.floor(ago / DAY)} days ago`;
}

const PROMPT_CHARACTERS = 80;

/** Sessions as the lines of a table, with its head; every line may go to a terminal. */
export function sessionTable(
  sessions: readonly SessionSummary[],
  { now, withDirectory }: { readonly now: Date; readonly withDirectory: boolean },
): readonly string[] {
  const rows = sessions.map((session) => [
    shortId(session.id),
    whenText(session.lastAt, now),
    sizeText(session.bytes),
    endText(session),
    ...(withDirectory ? [visibleLine(session.cwd ?? "unknown")] : []),
    promptText(session),
  ]);
  const head = ["ID", "WRITTEN", "SIZE", "ENDED", ...(withDirectory ? ["DIRECTORY"] : []), "FIRST PROMPT"];
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join("  "),
  );
}

function endText({ openBy, ended }: SessionSummary): string {
  if (openBy !== undefined) return `open (${openBy})`;
  return ended ?? "-";
}

function promptText({ prompt, problem, forkedFrom }: SessionSummary): string {
  const text = visibleLine((prompt ?? "").replace(/\s+/g, " ").trim());
  const short = text.length > PROMPT_CHARACTERS ? `${text.slice(0, PROMPT_CHARACTERS)}…` : text;
  const notes = [
    ...(short === "" && problem === undefined ? ["no prompt"] : []),
    ...(forkedFrom === undefined ? [] : [`fork of ${visibleLine(shortId(forkedFrom.session))}`]),
    ...(problem === undefined ? [] : [visibleLine(problem)]),
  ].map((note) => `(${note})`);
  return [...(short === "" ? [] : [short]), ...notes].join(" ");
}
