import { realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside, messageOf, realPathOrSelf, userConfigDirectory } from "@gauntlet/core";
import { directoriesUp } from "../places.ts";
import { readSmallFile } from "../small-file.ts";

/** A text people keep for every session: what holds in a directory. */
export interface MemoryFile {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
}

/** What was found, and what was left out and why. */
export interface Memory {
  readonly files: readonly MemoryFile[];
  readonly notices: readonly string[];
}

const NAMES = ["AGENTS.md", "CLAUDE.md", join(".claude", "CLAUDE.md"), "CLAUDE.local.md"];
const MAX_FILE_BYTES = 256 * 1024;
const MAX_CHARACTERS = 40_000;
const MAX_TOTAL_CHARACTERS = 120_000;
const MAX_HOPS = 4;

/**
 * Reads the memory files of a person and of a project: the person's first, then those from the root of the repository
 * down to the working directory, so that the nearest comes last. A file with the same text as one before it is left
 * out. `@path` in a text puts in a Markdown file of the same tree, at most four deep, but not inside code.
 *
 * They are text from whoever wrote to these directories: they are read by the model and decide nothing.
 */
export async function readMemory({
  cwd,
  home,
}: {
  readonly cwd: string;
  readonly home: string;
}): Promise<Memory> {
  const notices: string[] = [];
  const up = directoriesUp(cwd);
  const root = up.at(-1) ?? cwd;
  const candidates = [
    ...[join(home, ".claude", "CLAUDE.md"), join(userConfigDirectory(process.env, home), "AGENTS.md")].map(
      (file) => ({ file, tree: dirname(file) }),
    ),
    ...up
      .toReversed()
      .flatMap((directory) => NAMES.map((name) => ({ file: join(directory, name), tree: root }))),
  ];
  const files: MemoryFile[] = [];
  let room = MAX_TOTAL_CHARACTERS;
  for (const { file, tree } of candidates) {
    const text = await textOf(file, { tree, hops: MAX_HOPS, seen: [], notices });
    if (text === undefined || text.trim() === "" || files.some((other) => other.text === text)) continue;
    const fitting = text.slice(0, Math.min(MAX_CHARACTERS, room));
    if (fitting.length < text.length)
      notices.push(`only the first ${fitting.length} characters of \`${file}\` are read`);
    room -= fitting.length;
    if (fitting !== "") files.push({ file, text: fitting });
  }
  return { files, notices };
}

interface Reading {
  /** Directory that imports may not leave. */
  readonly tree: string;
  readonly hops: number;
  /** Files this one was imported by. */
  readonly seen: readonly string[];
  readonly notices: string[];
}

async function textOf(file: string, reading: Reading): Promise<string | undefined> {
  try {
    const text = await readSmallFile(file, MAX_FILE_BYTES);
    return await withImports(withoutComments(text), file, reading);
  } catch (thrown) {
    const isMissing = ["ENOENT", "ENOTDIR"].includes(String((thrown as NodeJS.ErrnoException).code));
    if (!isMissing || reading.seen.length > 0)
      reading.notices.push(`\`${file}\` is left out: ${messageOf(thrown)}`);
    return undefined;
  }
}

/** Comments in blocks of their own are for people. One that does not end is none. */
function withoutComments(text: string): string {
  let kept = "";
  let end = 0;
  for (let start = text.indexOf("<!--"); start >= 0; start = text.indexOf("<!--", end)) {
    const close = text.indexOf("-->", start + 4);
    if (close < 0) break;
    const before = text.slice(text.lastIndexOf("\n", start) + 1, start);
    const after = /[ \t]*(?:\r?\n|$)/y;
    after.lastIndex = close + 3;
    const rest = before.trim() === "" ? after.exec(text) : null;
    kept += text.slice(end, rest ? start - before.length : close + 3);
    end = close + 3 + (rest?.[0].length ?? 0);
  }
  return kept + text.slice(end);
}

// Code first, so that what stands in it is passed over.
const IMPORT = /(^```[\s\S]*?^```|`[^`\n]*`)|(^|[\s(])@((?:~|\.{1,2})?[\w./~-]+\.md)(?=[\s),.;:]|$)/gm;

async function withImports(text: string, file: string, reading: Reading): Promise<string> {
  let filled = "";
  let end = 0;
  for (const found of text.matchAll(IMPORT)) {
    const [whole, code, before = "", path = ""] = found;
    if (code !== undefined) continue;
    const imported = await imports(path, file, reading);
    if (imported === undefined) continue;
    filled += `${text.slice(end, found.index)}${before}${imported}`;
    end = found.index + whole.length;
  }
  return filled + text.slice(end);
}

async function imports(path: string, file: string, reading: Reading): Promise<string | undefined> {
  const refuse = (why: string): undefined => {
    reading.notices.push(`\`@${path}\` in \`${file}\` is left out: ${why}`);
    return undefined;
  };
  const target = resolve(dirname(file), path);
  if (reading.hops === 0)
    return refuse(`it is imported more than ${MAX_HOPS} files deep; import it from a file further up`);
  if ([file, ...reading.seen].includes(target))
    return refuse("it imports itself; take one of the imports out");
  const real = realPathOf(target);
  if (real === undefined) return refuse("there is no such file");
  if (!isInside(real, realPathOrSelf(reading.tree))) return refuse("it lies outside of the project");
  // The link's target decides what is read.
  if (!real.endsWith(".md")) return refuse("it is not a Markdown file");
  return textOf(target, { ...reading, hops: reading.hops - 1, seen: [...reading.seen, file] });
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
