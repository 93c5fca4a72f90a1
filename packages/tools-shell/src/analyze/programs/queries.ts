import type { Deed } from "../how.ts";
import { unversioned } from "../interpreters.ts";
import { touch } from "../paths.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import { textValue, type Value } from "../values.ts";
import { words } from "../words.ts";
import { READS } from "./access.ts";

/**
 * Words after which a program says its version and ends. Left out are those that a file of the working directory can put
 * another in the place of: cargo and rustc (rust-toolchain.toml), go (go.mod), yarn and pnpm (their own release files).
 */
const VERSION_WORDS: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      ["python python2 python3 pypy pypy3", "-V --version -VV"],
      ["node nodejs", "-v --version"],
      ["ruby perl php lua luajit deno", "-v --version"],
      ["bun", "--version"],
      ["java javac", "-version --version"],
      ["gcc g++ cc c++ clang clang++ gfortran make gmake cmake ninja", "--version"],
      ["docker podman", "-v --version"],
      ["curl wget", "-V --version"],
      ["openssl", "version"],
      ["psql", "-V --version"],
      ["sqlite3", "-version --version"],
      ["tar bsdtar gtar rsync", "--version"],
    ] as const
  ).flatMap(([names, asks]) => words(names).map((name) => [name, words(asks)] as const)),
);

const PACKED = "[vzjJa]";
/** `tf`, `-tzvf`: the archive is the next word. */
const TAR_LISTING = new RegExp(`^-?${PACKED}*t${PACKED}*f$`);
const UNZIP_LISTING = /^-(l|v|t|Z|Z1|ql|qql)$/;

/**
 * What a call does that only asks: for a version, or what an archive holds. One other word, and it is a call like any
 * other.
 */
export function queryDeed(name: string, args: readonly Value[], state: State): Deed | undefined {
  const texts = args.map((value) => (value.kind === "text" ? value.text : undefined));
  const [first, second, ...members] = texts;
  if (first === undefined) return undefined;
  if (args.length === 1) {
    const asks = VERSION_WORDS.get(name) ?? VERSION_WORDS.get(unversioned(name));
    return asks?.includes(first) ? { parts: [], isComplete: true } : undefined;
  }
  if (second === undefined || !members.every((text) => text !== undefined && !text.startsWith("-")))
    return undefined;
  const isTar = /^(tar|bsdtar|gtar)$/.test(name) && TAR_LISTING.test(first);
  const isUnzip = name === "unzip" && UNZIP_LISTING.test(first);
  if ((!isTar && !isUnzip) || isUnclearArchive(second)) return undefined;
  return { parts: archiveParts(second, state), isComplete: true };
}

/** An option, the archive of another machine, or a pattern that the program itself would fill in. */
const isUnclearArchive = (text: string): boolean => /^-|[:*?[]/.test(text);

const archiveParts = (text: string, state: State): readonly Part[] => touch(textValue(text), READS, state);
