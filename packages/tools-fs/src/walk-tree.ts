import { type Dirent, readdirSync } from "node:fs";
import { setImmediate as nextTick } from "node:timers/promises";
import { codeOf } from "./refusal.ts";

// Reading directories in one go is several times faster than through the thread pool; others get their turn between.
const SLICE_MS = 10;
const REPLACED = "\uFFFD";

/** A file, or a link to anything, below the root of a walk. */
export interface WalkedFile {
  /** Path below the root, `/` between names. Bytes that are no UTF-8 stand as U+FFFD. */
  readonly way: string;
  /** The path below the root as the disk has it, where `way` cannot say it. */
  readonly bytes?: Buffer;
  readonly isLink: boolean;
}

/** One walk. */
export interface Walk {
  /** Absolute. */
  readonly root: string;
  readonly signal: AbortSignal;
  /** Asked now and then; true ends the walk early. */
  readonly isOver: () => boolean;
  /** Whether to look into a directory, by its path below the root and its name. */
  readonly enters: (way: string, name: string) => boolean;
  /** Whether files and links of this name are shown; asked first, because it is cheap. */
  readonly wants: (name: string) => boolean;
  readonly onFile: (file: WalkedFile) => void;
  /** Told of each directory that was read, before its entries, with those of its names that begin with a dot. */
  readonly onDirectory?: (way: string, dotNames: readonly string[]) => void;
}

/** How far a walk came. */
export interface WalkEnd {
  /** Some directories could not be read. */
  readonly partly: boolean;
  /** `isOver` ended it; there is more. */
  readonly isCutShort: boolean;
}

/**
 * Shows the files below a directory, in no particular order. Links are shown, never followed; pipes, sockets and
 * devices are left out, and nothing is opened but directories.
 * @throws the signal's reason after an abort.
 */
export async function walkTree(walk: Walk): Promise<WalkEnd> {
  const open: Place[] = [{ path: walk.root, way: "" }];
  let partly = false;
  let sliceEnd = performance.now() + SLICE_MS;
  walk.signal.throwIfAborted();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const entries = entriesOf(place.path);
    if (entries === undefined) partly = true;
    else visit(walk, place, entries, open);
    if (performance.now() < sliceEnd) continue;
    if (walk.isOver()) return { partly, isCutShort: true };
    await nextTick();
    walk.signal.throwIfAborted();
    sliceEnd = performance.now() + SLICE_MS;
  }
  return { partly, isCutShort: false };
}

/** A directory to look into. The path is bytes where a string cannot say it. */
interface Place {
  readonly path: string | Buffer;
  readonly way: string;
}

type Entry = Dirent<string> | Dirent<Buffer>;

function visit(walk: Walk, place: Place, entries: readonly Entry[], open: Place[]): void {
  walk.onDirectory?.(place.way, dotNamesOf(entries));
  const prefix = place.way === "" ? "" : `${place.way}/`;
  for (const entry of entries) {
    const name = typeof entry.name === "string" ? entry.name : entry.name.toString("utf8");
    if (entry.isDirectory()) {
      const way = prefix + name;
      if (walk.enters(way, name)) open.push({ path: below(place.path, entry.name), way });
    } else if (walk.wants(name) && (entry.isFile() || entry.isSymbolicLink())) {
      walk.onFile(walkedFile(walk.root, place, entry, prefix + name));
    }
  }
}

function dotNamesOf(entries: readonly Entry[]): string[] {
  const names: string[] = [];
  for (const { name } of entries) {
    const text = typeof name === "string" ? name : name.toString("utf8");
    if (text.startsWith(".")) names.push(text);
  }
  return names;
}

function walkedFile(root: string, { path }: Place, entry: Entry, way: string): WalkedFile {
  const isLink = entry.isSymbolicLink();
  if (typeof path === "string" && typeof entry.name === "string") return { way, isLink };
  const full = Buffer.from(below(path, entry.name));
  return { way, isLink, bytes: full.subarray(Buffer.byteLength(root === "/" ? "" : root) + 1) };
}

function entriesOf(directory: string | Buffer): readonly Entry[] | undefined {
  try {
    const entries = readdirSync(directory, { withFileTypes: true });
    if (!entries.some(({ name }) => name.includes(REPLACED))) return entries;
    return readdirSync(directory, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

function below(directory: string | Buffer, name: string | Buffer): string | Buffer {
  if (typeof directory === "string") {
    const prefix = directory === "/" ? "/" : `${directory}/`;
    // A name in a directory with odd ones comes as bytes even where a string could say it.
    const text = name.toString("utf8");
    if (!text.includes(REPLACED)) return prefix + text;
    return Buffer.concat([Buffer.from(prefix), Buffer.from(name)]);
  }
  return Buffer.concat([directory, Buffer.from("/"), Buffer.from(name)]);
}
