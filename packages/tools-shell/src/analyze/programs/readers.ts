import { touch } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import type { Value } from "../values.ts";
import { words } from "../words.ts";
import { ELSEWHERE, READ, READS, READS_TREE, RUNS, WRITE, WRITES_ELSEWHERE } from "./access.ts";

/** Programs that read files, or nothing, and print. */
export const READERS: readonly Program[] = [
  {
    names: [
      ...words(
        "cat tac rev nl fold fmt expand unexpand paste comm cmp join base64 base32 basenc od hexdump strings",
      ),
      ...words("column pr look zcat bzcat xzcat zgrep tsort"),
    ],
    operands: READS,
    isComplete: true,
    source: "their manual pages; a value of an option counts as a file",
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
    operands: READS,
    recursive: ["-r", "--recursive"],
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
    source: "diff(1), sdiff(1)",
  },
  {
    names: ["ls", "dir", "vdir"],
    grammar: { valued: words("-w -T -I --ignore --hide --width --tabsize --block-size") },
    operands: READS,
    recursive: ["-R", "--recursive"],
    otherwise: ".",
    isComplete: true,
    source: "ls(1)",
  },
  {
    names: ["tree"],
    grammar: {
      valued: words("-L -P -I -o --filelimit --timefmt --charset --gitfile --infofile"),
    },
    operands: READS_TREE,
    otherwise: ".",
    touches: { "-o": WRITE, "--gitfile": READ, "--infofile": READ },
    unclear: { "-R": "it may write an index", "--fromfile": ELSEWHERE },
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

function firstReadsLastWrites([first, ...rest]: readonly Value[], state: State): readonly Part[] {
  return [
    ...(first ? touch(first, { access: "read", inherent: true }, state) : []),
    ...rest.flatMap((value) => touch(value, { access: "write", inherent: false }, state)),
  ];
}
