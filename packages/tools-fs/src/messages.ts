import { join } from "node:path";
import { onOneLine } from "./file/display-path.ts";
import type { FileState } from "./file/file-state.ts";
import type { NearNames } from "./file/near-names.ts";
import { MAX_PAGE_BYTES, MAX_PAGE_TOKENS, MAX_SEARCH_MS } from "./limits.ts";
import type { TextOutput } from "./read/read-text.ts";
import type { NotText } from "./text/text-form.ts";

// Every text says first what happened and last the next useful step. Paths stand in backticks, on one line.

/** A path as texts name it. */
export const at = (path: string): string => `\`${onOneLine(path)}\``;
/** `1 line`, `2 lines`. */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;

/** State of a path. */
export const missing = (path: string, near: NearNames): string =>
  `${at(path)} does not exist. ${nearBy(path, near) ?? "Check the path, or use Glob to find the file."}`;

function nearBy(
  path: string,
  { firstMissing, names, brokenLink, isUnsayable, inCwd }: NearNames,
): string | undefined {
  if (brokenLink !== undefined) return isBrokenLink(firstMissing, brokenLink);
  if (isUnsayable)
    return "A name there reads the same, but holds bytes that are not UTF-8, which no tool can name. Rename it with a command first.";
  if (names.length > 0) {
    const where =
      firstMissing === path
        ? "In the same directory there is"
        : `There is no ${at(firstMissing)}; beside it there is`;
    return `${where} ${names.map(at).join(", ")}.`;
  }
  return inCwd === undefined ? undefined : `In the working directory there is ${at(inCwd)}.`;
}

export const isDirectory = (path: string): string =>
  `${at(path)} is a directory, not a file. Use Glob to list the files in it.`;

export const isSpecial = (path: string, what: string): string =>
  `${at(path)} is ${what}, not a regular file. Only regular files can be read or written.`;

const isBrokenLink = (path: string, target: string): string =>
  `${at(path)} is a broken symbolic link: its target ${at(target)} does not exist. Use the path of the target itself.`;

export function notAFile(path: string, state: Exclude<FileState, { kind: "regular" | "missing" }>): string {
  switch (state.kind) {
    case "directory":
      return isDirectory(path);
    case "special":
      return isSpecial(path, state.what);
    case "broken-link":
      return isBrokenLink(path, state.target);
    case "unreachable":
      return fileSystemError(path, state.code);
  }
}

const FILE_SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES:
    "the system does not let this user at it (EACCES). Ask the person to change its permissions (chmod), or use another path.",
  EPERM: "the system does not permit this (EPERM). Use another path.",
  ENOENT: "it, or a directory on the way, has just disappeared (ENOENT). Check the path with Glob.",
  ENOSPC: "no space left on the device (ENOSPC). Nothing was changed; free some space first.",
  EDQUOT: "the disk quota is used up (EDQUOT). Nothing was changed; free some space first.",
  EROFS: "the file system is read-only (EROFS). Use another path.",
  ELOOP: "its symbolic links lead in a circle (ELOOP). Use the path of a real file.",
  ENOTDIR: "part of the path is a file, not a directory (ENOTDIR). Check the path.",
  ENAMETOOLONG: "the name is too long (ENAMETOOLONG). Use a shorter one.",
  EAGAIN: "it has no data to read now (EAGAIN). Only regular files can be read.",
};

export const fileSystemError = (path: string, code: string): string =>
  `${at(path)}: ${FILE_SYSTEM_ERRORS[code] ?? `the file system reports ${code}. Tell the person, or use another path.`}`;

export const swapped = (path: string): string =>
  `${at(path)} was replaced by something else while it was being opened. Nothing was changed; try again.`;

export const movedSince = (path: string): string =>
  `${at(path)} leads elsewhere now than when this call was allowed. Nothing was read or changed; try again.`;

/** Kinds of content. */
const NOT_TEXT: Readonly<Record<NotText, string>> = {
  image: "an image, not text. Read shows it; change it with a command",
  pdf: "a PDF, not text. Read shows it; change it with a command",
  binary: "a binary file (it holds NUL bytes). Use a command such as file or xxd to look at it",
};

export const notText = (path: string, nature: NotText, bytes: number): string =>
  `${at(path)} (${count(bytes, "byte")}) is ${NOT_TEXT[nature]}.`;

export const unknownCharset = (path: string, bytes: number): string =>
  `${at(path)} (${count(bytes, "byte")}) is not UTF-8 or UTF-16 and does not say what else it is: a binary file, or text in another charset. Use the command file to find out, and iconv to convert a copy to UTF-8.`;

/** Read. */
export const lineCut = (shown: number, bytes: number): string =>
  ` … [line cut after ${shown} characters; it has ${bytes} bytes]`;

export const rangeTooLarge = (range: {
  readonly path: string;
  readonly startLine: number;
  readonly limit: number | undefined;
  readonly fit: number;
}): string => {
  const asked = range.limit === undefined ? "to the end" : `with limit ${range.limit}`;
  return `${at(range.path)}: the lines from ${range.startLine} ${asked} are more than one Read can show (${MAX_PAGE_TOKENS} tokens or ${MAX_PAGE_BYTES} bytes). Use a smaller limit: ${range.fit} lines from offset ${range.startLine} fit.`;
};

export const unchanged = (path: string, parts: "lines" | "cells"): string =>
  `${at(path)} is unchanged since the last Read, which showed these ${parts}. If you no longer have them, Read them again now.`;

export function readResult({ file, bytes, charset, invalidUtf8 }: TextOutput, numbered: string): string {
  if (bytes === 0) return `${at(file.filePath)} exists and is empty (0 bytes).`;
  const total = file.totalLines;
  if (file.numLines === 0) {
    return `${at(file.filePath)} has only ${count(total ?? 0, "line")}; offset ${file.startLine} is past the end. Use an offset from 1 to ${total ?? 1}.`;
  }
  const next = file.startLine + file.numLines;
  const of = total === undefined ? "" : ` of ${total}`;
  const parts = [numbered];
  if (file.truncatedByTokenCap) {
    parts.unshift(
      `PARTIAL view: lines ${file.startLine}-${next - 1}${of} of ${at(file.filePath)}; the file is too large to show whole. Go on with offset ${next} and limit ${file.numLines}, or use Grep to find the lines you need.\n`,
    );
  }
  if (invalidUtf8) parts.push("\n(Bytes that are not UTF-8 are shown as \uFFFD. Edit refuses this file.)");
  if (charset !== "utf-8")
    parts.push(`\n(The file is not UTF-8: it is shown as ${charset}, which Edit and Write keep.)`);
  return parts.join("\n");
}

/** Glob and Grep. */
export const noSuchRoot = (path: string, near: NearNames): string =>
  `Cannot search ${at(path)}: it does not exist. ${nearBy(path, near) ?? "Check the path, or search its parent directory."}`;

export const notADirectory = (path: string): string =>
  `${at(path)} is not a directory. Give the directory as path, or use Read for one file.`;

export const climbingPattern = (pattern: string): string =>
  `The pattern ${at(pattern)} has \`..\` after a wildcard, which nothing can match. Put \`..\` at the start, or into path.`;

export const costlyPattern = (pattern: string): string =>
  `The pattern ${at(pattern)} is too complex: at most 1,000 characters, 200 alternatives and three \`*\` between two slashes. Use a simpler pattern.`;

const IGNORED_NOTE =
  "Files that .gitignore or .ignore excludes and .git were not searched; name an ignored directory as path to search inside it.";

/** @param directory one that the pattern names. */
export const noFiles = (pattern: string, directory: string | undefined): string => {
  const hint = directory === undefined ? hintOn(pattern) : namesDirectory(directory);
  return `No files match ${at(pattern)}. ${hint ?? IGNORED_NOTE}`;
};

const namesDirectory = (directory: string): string =>
  `${at(directory)} is a directory, and only files are listed. Use ${at(join(directory, "**"))} for what is in it.`;

function hintOn(pattern: string): string | undefined {
  if (/^!|[!@]\(/.test(pattern))
    return "`!` leaves nothing out here, and `!(…)` stands for itself. Use a pattern of what you look for.";
  if (/\\[\w.*]/.test(pattern))
    return "A backslash makes the character behind it stand for itself; use `/` between directories.";
  return undefined;
}

export const globResult = (paths: readonly string[], total: number, isCutShort: boolean): string =>
  paths.length === total
    ? paths.join("\n")
    : `${paths.join("\n")}\n(The newest ${paths.length} of ${isCutShort ? "at least " : ""}${total} files. Use a narrower pattern or path to see more.)`;

export const globTimedOut = `(The search was ended after ${MAX_SEARCH_MS.glob / 1000} seconds; this is what was found so far. Use a narrower pattern or path.)`;

export const noMatches = (isFile: boolean): string =>
  isFile ? "No matches found." : `No matches found. ${IGNORED_NOTE}`;

export const pastMatches = (offset: number, total: number): string =>
  `Only ${count(total, "result")}; offset ${offset} is past the end. Use a smaller offset.`;

export const matchTotal = (lines: number, files: number): string =>
  `${count(lines, "matching line")} in ${count(files, "file")}`;

/** What stands below a page: how much of how much it is. @param more results after the page; `isLeast` when not all were counted. */
export const moreResults = (page: {
  readonly why: "limit" | "full";
  readonly shown: number;
  readonly next: number;
  readonly more: number;
  readonly isLeast: boolean;
}): string => {
  const end =
    page.why === "limit"
      ? `Results end at the limit of ${page.shown}`
      : "The output is as large as it may be";
  const advice = page.why === "limit" ? "raise head_limit, or narrow the search" : "or narrow the search";
  return `(${end}; ${page.isLeast ? "at least " : ""}${page.more} more. Go on with offset ${page.next}, ${advice}.)`;
};

export const pathsFull = (limit: number): string =>
  `(More than ${limit} files match; some are not counted. Narrow the search.)`;

export const partlyUnreadable = "(Some files or directories could not be read and were not searched.)";

export const notSearched = (path: string): string =>
  `${at(path)} could not be read, so it was not searched. Ask the person to change its permissions (chmod), or search another file.`;

/** @param isMatch `part` is the match, else the start of the line. */
export const longLine = (part: string, isMatch: boolean): string =>
  `${isMatch ? "… " : ""}${part} … [line cut: longer than 4 MB]`;

export const grepTimedOut = `(The search was ended after ${MAX_SEARCH_MS.grep / 1000} seconds; this is what was found so far. Narrow the search with path, glob or type.)`;

export const scopeTimedOut = (path: string): string =>
  `The search of ${at(path)} was ended after ${MAX_SEARCH_MS.grep / 1000} seconds, before any file was read. Narrow it with path.`;

export const tooMuchClosed = (path: string): string =>
  `Cannot search ${at(path)}: too many files in it may not be read (deny rules). Give a directory below it as path, or a glob.`;

const ADVICE = [
  {
    about: /regex parse error.*look-(around|ahead|behind)|backreference/s,
    advice: "Look-around and backreferences are not supported: use a plainer pattern.",
  },
  {
    about: /regex parse error/,
    advice: "Escape characters that are meant literally with a backslash, such as \\{ \\} \\( \\[.",
  },
  { about: /literal .* is not allowed/, advice: "Set multiline to match across lines." },
  { about: /unrecognized file type/, advice: "Use a type such as js, py or rust, or a glob such as *.ts." },
];

/** @param why ripgrep's own words, or ours. */
export function searchFailed(why: string): string {
  // Its own advice is about options that the tool does not have.
  const said = why.replace(/\n\n(Consider enabling|When multiline)[\s\S]*$/, "");
  const advice = ADVICE.find(({ about }) => about.test(said))?.advice ?? "Change the input and try again.";
  return `The search failed: ${said}\n${advice}`;
}

export const ripgrepUnavailable = (why: string): string =>
  `The program ripgrep cannot be run (${why}), so Grep does not work here. Reinstall the package \`@vscode/ripgrep\`, or search with a command.`;
