import { type Dirent, readdir } from "node:fs";

// Reading one after another through the thread pool is several times slower than without it; together they are faster.
// They are handed over in one go each turn of the event loop: one by one, each would have to wake a thread.
const READ_AT_ONCE = 256;
const REPLACED = "\uFFFD";

/** A file, or a link to anything, below the root of a walk. */
export interface WalkedFile {
  /** Path below the root, `/` between names. Bytes that are no UTF-8 stand as U+FFFD. */
  readonly way: string;
  /** The last name of the way. */
  readonly name: string;
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
  /** Whether files and links of this name are shown; asked of every one, so it should be cheap. */
  readonly wants: (name: string) => boolean;
  /** Told of each directory that was read, with those of its names that begin with a dot. */
  readonly visit: (way: string, dotNames: readonly string[]) => DirectoryVisitor;
}

/** Is shown the entries of one directory. */
export interface DirectoryVisitor {
  /** Whether to look into a directory, by its path below the root and its name. */
  readonly enters: (way: string, name: string) => boolean;
  readonly onFile: (file: WalkedFile) => void;
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
  walk.signal.throwIfAborted();
  const stop = new AbortController();
  try {
    return await new Promise<WalkEnd>((resolve, reject) => {
      walk.signal.addEventListener("abort", () => reject(walk.signal.reason), { signal: stop.signal });
      readAll(walk, stop.signal, resolve, reject);
    });
  } finally {
    stop.abort();
  }
}

function readAll(
  walk: Walk,
  stop: AbortSignal,
  resolve: (end: WalkEnd) => void,
  reject: (thrown: unknown) => void,
): void {
  const open: Place[] = [{ path: walk.root, way: "" }];
  let reading = 0;
  let isPlanned = false;
  let partly = false;

  const attempt = (step: () => void): void => {
    if (stop.aborted) return;
    try {
      step();
    } catch (thrown) {
      reject(thrown);
    }
  };
  const plan = (): void => {
    if (isPlanned) return;
    isPlanned = true;
    setImmediate(() => attempt(readOn));
  };
  const readOn = (): void => {
    isPlanned = false;
    while (reading < READ_AT_ONCE) {
      const place = open.pop();
      if (place === undefined) break;
      reading++;
      readEntries(place.path, (entries) => attempt(() => take(place, entries)));
    }
    if (reading === 0) resolve({ partly, isCutShort: false });
  };
  const take = (place: Place, entries: readonly Entry[] | undefined): void => {
    reading--;
    if (entries === undefined) partly = true;
    else showEntries(walk, place, entries, open);
    if (walk.isOver()) resolve({ partly, isCutShort: reading > 0 || open.length > 0 });
    else plan();
  };
  attempt(readOn);
}

/** A directory to look into. The path is bytes where a string cannot say it. */
interface Place {
  readonly path: string | Buffer;
  readonly way: string;
}

type Entry = Dirent<string> | Dirent<Buffer>;

function showEntries(walk: Walk, place: Place, entries: readonly Entry[], open: Place[]): void {
  const { directories, files, dotNames } = sortEntries(entries, walk.wants);
  const visitor = walk.visit(place.way, dotNames);
  const prefix = place.way === "" ? "" : `${place.way}/`;
  for (const entry of directories) {
    const name = textOf(entry.name);
    const way = prefix + name;
    if (visitor.enters(way, name)) open.push({ path: below(place.path, entry.name), way });
  }
  for (const entry of files) {
    const name = textOf(entry.name);
    visitor.onFile(walkedFile(walk.root, place, entry, { way: prefix + name, name }));
  }
}

function sortEntries(entries: readonly Entry[], wants: Walk["wants"]) {
  const directories: Entry[] = [];
  const files: Entry[] = [];
  const dotNames: string[] = [];
  for (const entry of entries) {
    const name = textOf(entry.name);
    if (name.startsWith(".")) dotNames.push(name);
    if (entry.isDirectory()) directories.push(entry);
    else if (wants(name) && (entry.isFile() || entry.isSymbolicLink())) files.push(entry);
  }
  return { directories, files, dotNames };
}

const textOf = (name: string | Buffer): string => (typeof name === "string" ? name : name.toString("utf8"));

function walkedFile(
  root: string,
  { path }: Place,
  entry: Entry,
  { way, name }: Pick<WalkedFile, "way" | "name">,
): WalkedFile {
  const isLink = entry.isSymbolicLink();
  if (typeof path === "string" && typeof entry.name === "string") return { way, name, isLink };
  const full = Buffer.from(below(path, entry.name));
  return { way, name, isLink, bytes: full.subarray(Buffer.byteLength(root === "/" ? "" : root) + 1) };
}

/** Undefined for a directory that cannot be read. */
function readEntries(directory: string | Buffer, then: (entries?: readonly Entry[]) => void): void {
  readdir(directory, { withFileTypes: true }, (error, entries) => {
    if (error) return then();
    if (!entries.some(({ name }) => name.includes(REPLACED))) return then(entries);
    readdir(directory, { withFileTypes: true, encoding: "buffer" }, (again, odd) =>
      then(again ? undefined : odd),
    );
  });
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
