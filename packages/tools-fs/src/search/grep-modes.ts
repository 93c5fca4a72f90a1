import type { ExecuteContext } from "@gauntlet/core";
import { displayPath } from "../file/display-path.ts";
import { DEFAULT_HEAD_LIMIT, MAX_COUNTED_LINES, MAX_GREP_BYTES, MAX_GREP_PATHS } from "../limits.ts";
import { matchTotal } from "../messages.ts";
import { type GrepInput, hasContext, ripgrepArgs } from "./grep-input.ts";
import type { GrepScope } from "./grep-scope.ts";
import { type MatchLine, matchLines } from "./match-lines.ts";
import { newestFirst } from "./newest-first.ts";
import { type RipgrepEnd, runRipgrep } from "./ripgrep.ts";
import { createMessageReader } from "./ripgrep-messages.ts";
import type { SearchRoot } from "./search-root.ts";

/** One search: the input, what ripgrep may look at, and the time that is left. */
export interface Search {
  readonly input: GrepInput;
  readonly ctx: ExecuteContext;
  readonly root: SearchRoot;
  readonly scope: GrepScope;
  readonly leftMs: () => number;
}

/** Results of one mode as they are shown. */
export interface GrepFindings extends RipgrepEnd {
  readonly text: string;
  /** Paths with results on this page, as shown. */
  readonly filenames: readonly string[];
  /** Lines or paths on this page. */
  readonly shown: number;
  /** Lines or paths that were counted, those before and after the page too. */
  readonly total: number;
  /** There are more than were counted. */
  readonly isLeast: boolean;
  /** Why the page ends: nothing more, the limit, or too much output. */
  readonly end: "all" | "limit" | "full";
  /** Set when the search was ended because this many paths were found. */
  readonly pathsFull?: number;
}

/** Paths of files with a match, newest first. */
export async function searchFiles(search: Search): Promise<GrepFindings> {
  const { records, end } = await nullRecords(search, (rest) => {
    const feed = rest.indexOf(0);
    return feed === -1 ? undefined : { path: rest.subarray(0, feed), value: "", length: feed + 1 };
  });
  const found = [...records].map(([way, { bytes }]) => ({ way, bytes }));
  const { root, ctx } = search;
  const ways = root.isFile
    ? found.map(({ way }) => way)
    : await newestFirst(found, root.realPath, ctx.signal);
  const lines = ways.map((way) => ({ path: shownPath(search, way), suffix: "" }));
  return page(search, lines, end);
}

/** Number of matching lines of each file, by path. */
export async function searchCounts(search: Search): Promise<GrepFindings> {
  const { records, end } = await nullRecords(search, (rest) => {
    const [feed, stop] = [rest.indexOf(10, rest.indexOf(0) + 1), rest.indexOf(0)];
    if (stop === -1 || feed === -1) return undefined;
    return {
      path: rest.subarray(0, stop),
      value: rest.toString("utf8", stop + 1, feed).trim(),
      length: feed + 1,
    };
  });
  const sorted = [...records].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = sorted.map(([way, { value }]) => ({ path: shownPath(search, way), suffix: `:${value}` }));
  const found = page(search, lines, end);
  if (found.shown === 0) return found;
  const matches = [...records.values()].reduce((sum, { value }) => sum + Number(value), 0);
  return { ...found, text: `${found.text}\n\n${matchTotal(matches, records.size)}` };
}

/** Matching lines with path and number, in the order of paths. What comes after the page is counted, up to a point. */
export async function searchContent(search: Search): Promise<GrepFindings> {
  const { input } = search;
  const groups = createGroups(hasContext(input) && !input["-o"]);
  const page = createPage(input.offset ?? 0, limitOf(input));
  const names = new Set<string>();
  let verdict = { path: "", isLeftOut: true, name: "" };

  const reader = createMessageReader((message) => {
    if (message.path !== verdict.path) verdict = judge(search, message.path);
    if (verdict.isLeftOut) return true;
    for (const line of matchLines(message, input["-o"] ?? false)) {
      const isShown = page.take(
        () => groups(verdict.name, line) + contentLine(verdict.name, line, input["-n"] ?? true),
      );
      if (isShown) names.add(verdict.name);
      if (page.isCounted()) return false;
    }
    return true;
  });
  const end = await runAll(search, reader);
  return { ...end, ...page.done(), filenames: [...names] };
}

/** Collects the lines between an offset and a limit, and counts on after them. */
function createPage(skip: number, limit: number) {
  const out: string[] = [];
  let [seen, bytes, after] = [0, 0, 0];
  let end: GrepFindings["end"] = "all";
  const isCounted = () => after >= MAX_COUNTED_LINES;
  return {
    isCounted,
    /** @returns whether the line is shown. */
    take(text: () => string): boolean {
      seen++;
      if (seen <= skip) return false;
      if (end === "all" && seen > skip + limit) end = "limit";
      if (end === "all") {
        const line = text();
        bytes += Buffer.byteLength(line) + 1;
        if (bytes > MAX_GREP_BYTES) end = "full";
        else out.push(line);
      }
      if (end !== "all") after++;
      return end === "all";
    },
    done: () => ({ text: out.join("\n"), shown: out.length, total: seen, isLeast: isCounted(), end }),
  };
}

interface PathRecord {
  readonly value: string;
  /** The path as ripgrep gave it, where UTF-8 cannot say it. */
  readonly bytes: Buffer | undefined;
}

/** Reads records that ripgrep ends with NUL, leaving out what must not be shown. */
async function nullRecords(
  search: Search,
  parse: (rest: Buffer) => { path: Buffer; value: string; length: number } | undefined,
): Promise<{ records: Map<string, PathRecord>; end: RipgrepEnd & { isFull: boolean } }> {
  const records = new Map<string, PathRecord>();
  let rest: Buffer = Buffer.alloc(0);
  const end = await runAll(search, (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let record = parse(rest); record !== undefined; record = parse(rest)) {
      const path = record.path.subarray(2);
      const way = path.toString("utf8");
      const bytes = way.includes("\uFFFD") ? Buffer.from(path) : undefined;
      if (!search.scope.isLeftOut(way)) records.set(way, { value: record.value, bytes });
      rest = rest.subarray(record.length);
      if (records.size >= MAX_GREP_PATHS) return false;
    }
    return true;
  });
  return { records, end: { ...end, isFull: records.size >= MAX_GREP_PATHS } };
}

/** Makes the runs of a scope one after the other, until the taker has enough. */
async function runAll(
  { input, ctx, scope, leftMs }: Search,
  onOutput: (chunk: Buffer) => boolean,
): Promise<RipgrepEnd> {
  let { partly } = scope;
  let wantsMore = true;
  for (const globs of scope.runs) {
    const end = await runRipgrep({
      args: ripgrepArgs(input, scope, globs),
      cwd: scope.cwd,
      heldFd: scope.heldFd,
      signal: ctx.signal,
      limitMs: leftMs(),
      onOutput(chunk) {
        wantsMore = onOutput(chunk);
        return wantsMore;
      },
    });
    partly ||= end.partly;
    if (end.timedOut) return { partly, timedOut: true };
    if (!wantsMore) break;
  }
  return { partly, timedOut: false };
}

function page(
  { input }: Search,
  lines: readonly { readonly path: string; readonly suffix: string }[],
  { isFull, ...end }: RipgrepEnd & { readonly isFull: boolean },
): GrepFindings {
  const from = input.offset ?? 0;
  const shown = lines.slice(from, from + limitOf(input));
  return {
    ...end,
    text: shown.map(({ path, suffix }) => path + suffix).join("\n"),
    filenames: shown.map(({ path }) => path),
    shown: shown.length,
    total: lines.length,
    isLeast: isFull,
    end: from + shown.length < lines.length ? "limit" : "all",
    ...(isFull && { pathsFull: MAX_GREP_PATHS }),
  };
}

function judge(search: Search, path: string) {
  const way = path.slice(2);
  const isLeftOut = search.scope.isLeftOut(way);
  return { path, isLeftOut, name: isLeftOut ? "" : shownPath(search, way) };
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

const shownPath = ({ scope, ctx }: Search, way: string): string => displayPath(scope.pathOf(way), ctx.cwd);
