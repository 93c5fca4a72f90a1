import type { ExecuteContext } from "@gauntlet/core";
import { displayPath } from "./display-path.ts";
import { type GrepInput, hasContext, ripgrepArgs } from "./grep-input.ts";
import { DEFAULT_HEAD_LIMIT, MAX_GREP_BYTES, MAX_GREP_PATHS } from "./limits.ts";
import { type MatchLine, matchLines } from "./match-lines.ts";
import { matchTotal } from "./messages.ts";
import { newestFirst } from "./newest-first.ts";
import { runRipgrep } from "./ripgrep.ts";
import { createMessageReader } from "./ripgrep-messages.ts";

/** One search: the input, where ripgrep runs, and what it finds there that must not be shown. */
export interface Search {
  readonly input: GrepInput;
  readonly ctx: ExecuteContext;
  readonly cwd: string;
  readonly target: string;
  readonly usesParentRules: boolean;
  /** Absolute path as the model would name it, from a path below the root. */
  readonly pathOf: (way: string) => string;
  readonly isLeftOut: (way: string) => boolean;
}

/** Results of one mode as they are shown. */
export interface GrepFindings {
  readonly text: string;
  /** Paths with results on this page, as shown. */
  readonly filenames: readonly string[];
  /** Lines or paths on this page. */
  readonly shown: number;
  /** Lines or paths in all; undefined when the search was ended early. */
  readonly total: number | undefined;
  /** Why the page ends: nothing more, the limit, or too much output. */
  readonly end: "all" | "limit" | "full";
  /** Some paths could not be read. */
  readonly partly: boolean;
  /** Set when the search was ended because this many paths were found. */
  readonly pathsFull?: number;
}

/** Paths of files with a match, newest first. */
export async function searchFiles(search: Search): Promise<GrepFindings> {
  const { records, partly, isFull } = await nullRecords(search, (rest) => {
    const end = rest.indexOf(0);
    return end === -1 ? undefined : { way: rest.toString("utf8", 0, end), value: "", length: end + 1 };
  });
  const sorted = await newestFirst([...records.keys()], search.pathOf, search.ctx.signal);
  const lines = sorted.map((way) => ({ path: shownPath(search, way), suffix: "" }));
  return page(search, lines, { partly, isFull });
}

/** Number of matching lines of each file, by path. */
export async function searchCounts(search: Search): Promise<GrepFindings> {
  const { records, partly, isFull } = await nullRecords(search, (rest) => {
    const [end, feed] = [rest.indexOf(0), rest.indexOf(10, rest.indexOf(0) + 1)];
    if (end === -1 || feed === -1) return undefined;
    return {
      way: rest.toString("utf8", 0, end),
      value: rest.toString("utf8", end + 1, feed).trim(),
      length: feed + 1,
    };
  });
  const sorted = [...records].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.map(([way, value]) => ({ path: shownPath(search, way), suffix: `:${value}` }));
  const found = page(search, lines, { partly, isFull });
  if (found.shown === 0) return found;
  const matches = [...records.values()].reduce((sum, value) => sum + Number(value), 0);
  return { ...found, text: `${found.text}\n\n${matchTotal(matches, records.size)}` };
}

/** Matching lines with path and number, in the order of paths; ends the search when the page is full. */
export async function searchContent(search: Search): Promise<GrepFindings> {
  const { input } = search;
  const limit = limitOf(input);
  const [skip, withNumbers] = [input.offset ?? 0, input["-n"] ?? true];
  const groups = createGroups(hasContext(input) && !input["-o"]);
  const names = new Set<string>();
  const out: string[] = [];
  let [seen, bytes] = [0, 0];
  let end: GrepFindings["end"] = "all";
  let verdict = { path: "", isLeftOut: true, name: "" };

  const reader = createMessageReader((message) => {
    if (message.path !== verdict.path) verdict = judge(search, message.path);
    if (verdict.isLeftOut) return true;
    for (const line of matchLines(message, input["-o"] ?? false)) {
      seen++;
      if (seen <= skip) continue;
      const text = groups(verdict.name, line) + contentLine(verdict.name, line, withNumbers);
      bytes += Buffer.byteLength(text) + 1;
      if (seen > skip + limit) end = "limit";
      else if (bytes > MAX_GREP_BYTES) end = "full";
      if (end !== "all") return false;
      out.push(text);
      names.add(verdict.name);
    }
    return true;
  });
  const { partly } = await runRipgrep({ ...runOf(search), onOutput: reader });
  return {
    text: out.join("\n"),
    filenames: [...names],
    shown: out.length,
    total: end === "all" ? seen : undefined,
    end,
    partly,
  };
}

/** Reads records that ripgrep ends with NUL, leaving out what must not be shown. */
async function nullRecords(
  search: Search,
  parse: (rest: Buffer) => { way: string; value: string; length: number } | undefined,
): Promise<{ records: Map<string, string>; partly: boolean; isFull: boolean }> {
  const records = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  const { partly } = await runRipgrep({
    ...runOf(search),
    onOutput(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let record = parse(rest); record !== undefined; record = parse(rest)) {
        if (!search.isLeftOut(record.way)) records.set(record.way, record.value);
        rest = rest.subarray(record.length);
        if (records.size >= MAX_GREP_PATHS) return false;
      }
      return true;
    },
  });
  return { records, partly, isFull: records.size >= MAX_GREP_PATHS };
}

function page(
  { input }: Search,
  lines: readonly { readonly path: string; readonly suffix: string }[],
  { partly, isFull }: { readonly partly: boolean; readonly isFull: boolean },
): GrepFindings {
  const from = input.offset ?? 0;
  const shown = lines.slice(from, from + limitOf(input));
  return {
    text: shown.map(({ path, suffix }) => path + suffix).join("\n"),
    filenames: shown.map(({ path }) => path),
    shown: shown.length,
    total: lines.length,
    end: from + shown.length < lines.length ? "limit" : "all",
    partly,
    ...(isFull && { pathsFull: MAX_GREP_PATHS }),
  };
}

function judge(search: Search, path: string) {
  const isLeftOut = search.isLeftOut(path);
  return { path, isLeftOut, name: isLeftOut ? "" : shownPath(search, path) };
}

/** Gives the line that separates two groups of neighboring lines, or nothing. */
function createGroups(isActive: boolean): (path: string, line: MatchLine) => string {
  let last: { path: string; number: number } | undefined;
  return (path, { number }) => {
    const isApart = last !== undefined && (last.path !== path || number > last.number + 1);
    last = { path, number };
    return isActive && isApart ? "--\n" : "";
  };
}

function contentLine(path: string, { isMatch, number, text }: MatchLine, withNumbers: boolean): string {
  const mark = isMatch ? ":" : "-";
  return withNumbers && number > 0 ? `${path}${mark}${number}${mark}${text}` : `${path}${mark}${text}`;
}

const limitOf = (input: GrepInput): number => {
  const limit = input.head_limit ?? DEFAULT_HEAD_LIMIT;
  return limit === 0 ? Number.POSITIVE_INFINITY : limit;
};

const shownPath = (search: Search, way: string): string => displayPath(search.pathOf(way), search.ctx.cwd);

const runOf = (search: Search) => ({
  args: ripgrepArgs(search.input, search),
  cwd: search.cwd,
  signal: search.ctx.signal,
});
