import type { Arguments } from "../arguments.ts";
import { touch, touchAll } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import type { Value } from "../values.ts";
import { words } from "../words.ts";
import {
  ELSEWHERE,
  READ,
  READS,
  READS_THROUGH_LINKS,
  READS_TREE,
  RUNS,
  WRITE,
  WRITES_ELSEWHERE,
} from "./access.ts";

/** Programs that read files, or nothing, and print. */
export const READERS: readonly Program[] = [
  {
    names: words(
      "cat tac rev nl fold fmt expand unexpand paste comm cmp join base32 basenc od column pr look tsort",
    ),
    operands: READS,
    isComplete: true,
    source: "their manual pages; a value of an option counts as a file",
  },
  {
    names: ["base64"],
    grammar: { valued: words("-i -o -w -b --input --output --wrap --break") },
    operands: READS,
    touches: { "-i": READ, "--input": READ, "-o": WRITE, "--output": WRITE },
    plain: { "-i": /^$/ },
    isComplete: true,
    source: "base64(1); that of macOS reads and writes what its options name",
  },
  {
    names: ["hexdump"],
    grammar: { valued: words("-e -f -n -s --format --format-file --length --skip") },
    operands: READS,
    touches: { "-f": READ, "--format-file": READ },
    isComplete: true,
    source: "hexdump(1)",
  },
  {
    names: ["strings"],
    operands: listedStrings,
    isComplete: true,
    source: "strings(1): the words of a file behind `@` are arguments",
  },
  {
    names: words("zcat bzcat"),
    operands: READS,
    recursive: ["-r", "--recursive"],
    isComplete: true,
    source: "gzip(1), bzip2(1)",
  },
  {
    names: ["xzcat"],
    grammar: { valued: words("-S -T -M -F -C --suffix --threads --memlimit --format --check") },
    operands: READS,
    unclear: { "--files": ELSEWHERE, "--files0": ELSEWHERE },
    isComplete: true,
    source: "xz(1)",
  },
  {
    names: ["zgrep"],
    operands: READS,
    isComplete: false,
    source: "zgrep(1): a script of the shell, which obeys variables and has taken names for commands",
  },
  {
    names: words("cksum sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum"),
    operands: READS,
    unclear: { "-c": ELSEWHERE, "--check": ELSEWHERE },
    isComplete: true,
    source: "their manual pages",
  },
  {
    names: ["shuf"],
    grammar: { valued: words("-n -o -i --head-count --output --input-range --random-source") },
    operands: READS,
    touches: { "-o": WRITE, "--output": WRITE, "--random-source": READ },
    isComplete: true,
    source: "shuf(1)",
  },
  {
    names: ["head", "tail"],
    grammar: { valued: words("-n -c --lines --bytes -s --pid") },
    operands: READS,
    isComplete: true,
    source: "head(1), tail(1)",
  },
  {
    names: ["wc"],
    grammar: { valued: ["--files0-from", "--total"] },
    operands: READS,
    unclear: { "--files0-from": ELSEWHERE },
    isComplete: true,
    source: "wc(1)",
  },
  {
    names: ["cut"],
    grammar: {
      valued: words("-b -c -f -d --bytes --characters --fields --delimiter --output-delimiter"),
    },
    operands: READS,
    isComplete: true,
    source: "cut(1)",
  },
  {
    names: ["sort"],
    grammar: {
      valued: words(
        "-k -t -S -T -o --key --field-separator --buffer-size --temporary-directory --output --compress-program --files0-from --parallel --batch-size --random-source --sort",
      ),
    },
    operands: READS,
    touches: {
      "-o": WRITE,
      "--output": WRITE,
      "-T": WRITE,
      "--temporary-directory": WRITE,
      "--random-source": READ,
    },
    unclear: { "--compress-program": RUNS, "--files0-from": ELSEWHERE },
    isComplete: true,
    source: "sort(1)",
  },
  {
    names: ["uniq"],
    grammar: { valued: words("-f -s -w --skip-fields --skip-chars --check-chars") },
    operands: (args, state) => firstReadsLastWrites(args.operands, state),
    isComplete: true,
    source: "uniq(1): the second operand is written",
  },
  {
    names: ["diff3"],
    operands: READS,
    unclear: { "--diff-program": RUNS },
    isComplete: true,
    source: "diff3(1)",
  },
  {
    names: ["diff", "sdiff"],
    grammar: {
      valued: words(
        "-U -C -W -I -x -X -F -L -D -o --label --output --width --exclude --exclude-from --diff-program --from-file --to-file",
      ),
    },
    operands: READS_THROUGH_LINKS,
    touches: {
      "--exclude-from": READ,
      "-X": READ,
      "--from-file": READ,
      "--to-file": READ,
      "-o": WRITE,
      "--output": WRITE,
    },
    unclear: { "--diff-program": RUNS },
    isComplete: true,
    source: "diff(1), sdiff(1): of directories, what is in them",
  },
  {
    names: ["ls", "dir", "vdir"],
    grammar: { valued: words("-w -T -I --ignore --hide --width --tabsize --block-size") },
    operands: READS,
    recursive: ["-R", "--recursive"],
    following: ["-L", "--dereference"],
    otherwise: ".",
    isComplete: true,
    source: "ls(1)",
  },
  {
    names: ["tree"],
    grammar: {
      valued: words(
        "-L -P -I -o -H -T --filelimit --timefmt --charset --gitfile --infofile --hintro --houtro --sort",
      ),
    },
    operands: READS_TREE,
    following: ["-l"],
    otherwise: ".",
    touches: { "-o": WRITE, "--gitfile": READ, "--infofile": READ, "--hintro": READ, "--houtro": READ },
    unclear: { "-R": "it may write an index", "--fromfile": ELSEWHERE, "--fromtabfile": ELSEWHERE },
    isComplete: true,
    source: "tree(1)",
  },
  {
    names: words("stat readlink realpath pathchk"),
    grammar: { valued: words("-c --format --printf --relative-to --relative-base") },
    operands: READS,
    isComplete: true,
    source: "stat(1), readlink(1), realpath(1)",
  },
  {
    names: ["file"],
    grammar: { valued: words("-m -f -F -e -P --magic-file --files-from --separator") },
    operands: READS,
    touches: { "-m": READ, "--magic-file": READ },
    unclear: {
      "-f": ELSEWHERE,
      "--files-from": ELSEWHERE,
      "-C": WRITES_ELSEWHERE,
      "--compile": WRITES_ELSEWHERE,
    },
    isComplete: true,
    source: "file(1)",
  },
  {
    names: ["df"],
    grammar: { valued: words("-t -x -B --type --exclude-type --block-size") },
    operands: READS,
    isComplete: true,
    source: "df(1)",
  },
  {
    names: ["du"],
    grammar: {
      valued: words(
        "-d -t -B -X --max-depth --threshold --block-size --exclude --exclude-from --files0-from",
      ),
    },
    operands: READS_TREE,
    following: ["-L", "--dereference"],
    otherwise: ".",
    touches: { "-X": READ, "--exclude-from": READ },
    unclear: { "--files0-from": ELSEWHERE },
    isComplete: true,
    source: "du(1)",
  },
  {
    names: ["xxd"],
    operands: (args, state) => firstReadsLastWrites(args.operands, state),
    grammar: { valued: words("-c -g -l -o -s -n") },
    isComplete: true,
    source: "xxd(1): the second operand is written",
  },
];

/** What may begin with `@` names a file with further arguments, as a pattern may where such a file lies. */
function listedStrings({ operands }: Arguments, state: State): readonly Part[] {
  const isListed = (value: Value): boolean =>
    (value.kind === "text" && value.text.startsWith("@")) || (value.kind === "paths" && value.base === "");
  return [
    ...touchAll(operands, READS, state),
    ...(operands.some(isListed) ? [{ kind: "read", path: "/", tree: true, inherent: true } as const] : []),
  ];
}

function firstReadsLastWrites([first, ...rest]: readonly Value[], state: State): readonly Part[] {
  return [
    ...(first ? touch(first, { access: "read", inherent: true }, state) : []),
    ...rest.flatMap((value) => touch(value, { access: "write", inherent: false }, state)),
  ];
}
