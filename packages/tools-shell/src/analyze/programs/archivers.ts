import { type Arguments, isOption } from "../arguments.ts";
import { touchAll } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import { absolutePaths, type State } from "../state.ts";
import { HERE, type Value } from "../values.ts";
import { words } from "../words.ts";
import { ELSEWHERE, READ, READS_TREE, running, WRITE } from "./access.ts";

/** Programs that pack their input to their output. */
const PLAIN_PACKERS =
  /^(gzip|pigz|bzip2|pbzip2|lbzip2|xz|pixz|pxz|zstd|zstdmt|pzstd|lz4|lzop|lzip|plzip)( -(\d+|T\d+|-fast|-best|-long|-rsyncable))*$/;

/** Programs that put files together and take them apart. */
export const ARCHIVERS: readonly Program[] = [
  {
    names: ["tar", "bsdtar", "gtar"],
    grammar: {
      valued: [
        ...words(
          "-f -C -T -X -I -F -H -b -g -K -N -V --file --directory --files-from --exclude-from --exclude",
        ),
        ...words(
          "--to-command --checkpoint-action --use-compress-program --rsh-command --rmt-command --info-script",
        ),
        ...words("--new-volume-script --transform --strip-components --index-file --listed-incremental"),
        ...words("--exclude-ignore --exclude-ignore-recursive --volno-file --owner-map --group-map --xform"),
      ],
      flags: ["--checkpoint", "--exclude-vcs"],
      bundled: true,
    },
    operands: archived,
    plain: {
      "--checkpoint": /^/,
      "--checkpoint-action": /^(dot|bell|echo|totals|sleep=\d+)$/,
      "-I": PLAIN_PACKERS,
      "--use-compress-program": PLAIN_PACKERS,
    },
    unclear: {
      "-T": ELSEWHERE,
      "--files-from": ELSEWHERE,
      ...running(
        ...words("--to-command --checkpoint-action --use-compress-program -I --rsh-command --rmt-command"),
        ...words("--info-script --new-volume-script -F"),
      ),
    },
    touches: {
      "-f": WRITE,
      "--file": WRITE,
      "-X": READ,
      "--exclude-from": READ,
      "-g": WRITE,
      "--listed-incremental": WRITE,
      "--volno-file": WRITE,
      "--index-file": WRITE,
    },
    isComplete: false,
    source: "tar(1)",
  },
  {
    names: ["unzip"],
    grammar: { valued: words("-d -x -P -O -I") },
    operands: unpacked,
    isComplete: false,
    source: "unzip(1)",
  },
  {
    names: words("cpio pax"),
    operands: ({ operands }, state) => [
      { kind: "read", path: "/", tree: true, inherent: true },
      ...touchAll([HERE, ...operands], { access: "write", tree: true, inherent: true }, state),
    ],
    unclear: running("--rsh-command"),
    isComplete: false,
    source: "cpio(1), pax(1): names of files come from the input",
  },
  {
    names: ["zip"],
    grammar: { valued: words("-b -lf -t -tt -n -s -O -sf --out --temp-path --logfile-path") },
    operands: (args, state) => [
      ...touchAll(args.operands.slice(0, 1), { access: "write", inherent: true }, state),
      ...touchAll(args.operands, READS_TREE, state),
    ],
    touches: { "-lf": WRITE, "--logfile-path": WRITE, "-O": WRITE, "--out": WRITE },
    unclear: { ...running("-TT", "--unzip-command", "-T"), "-@": ELSEWHERE },
    isComplete: false,
    source: "zip(1)",
  },
  {
    names: words("7z 7za rar ar"),
    operands: READS_TREE,
    unclear: { ...running("-TT", "--unzip-command", "-T"), "--files-from": ELSEWHERE, "-@": ELSEWHERE },
    isComplete: false,
    source: "zip(1), ar(1) and others",
  },
];

/** Members are taken from where `-C` says, with all that is in them. */
function archived({ operands, options }: Arguments, state: State): readonly Part[] {
  const has = (short: string, ...long: readonly string[]): boolean =>
    options.some(({ name }) => name === short || long.some((one) => isOption(name, one)));
  const extracts = has("-x", "--extract", "--get");
  const place = has("-C", "--directory") ? elsewhere(options, state) : state;
  return [
    ...(extracts && has("-P", "--absolute-names") ? [ANYWHERE] : []),
    ...(archives(options).some(isElsewhere) ? [REMOTE] : []),
    ...(options.some(({ name }) => isOption(name, "--remove-files") && name.length > 5)
      ? touchAll(operands, { access: "delete", tree: true, inherent: false }, place)
      : []),
    ...(extracts ? touchAll([HERE], { access: "write", tree: true, inherent: true }, place) : []),
    ...touchAll(operands, READS_TREE, place),
  ];
}

const ANYWHERE: Part = { kind: "write", path: "/", tree: true, inherent: false };
const REMOTE: Part = {
  kind: "opaque",
  reason: "its archive is on another machine, which another program connects to",
};

const archives = (options: Arguments["options"]): readonly Value[] =>
  options.flatMap(({ name, value }) => ((name === "-f" || isOption(name, "--file")) && value ? [value] : []));

/** `host:file` */
const isElsewhere = (value: Value): boolean => value.kind === "text" && /^[^/]+:/.test(value.text);

/** Without an option that only shows, what is in the archive is written where `-d` says. */
function unpacked({ operands, options }: Arguments, state: State): readonly Part[] {
  const onlyShows = options.some(({ name }) => /^-[lvtpcZz]$/.test(name));
  const place = options.find(({ name }) => name === "-d")?.value ?? HERE;
  return [
    ...touchAll(operands.slice(0, 1), { access: "read", inherent: true }, state),
    ...(onlyShows ? [] : touchAll([place], { access: "write", tree: true, inherent: true }, state)),
  ];
}

function elsewhere(options: Arguments["options"], state: State): State {
  const at = state.aside();
  for (const { name, value } of options)
    if (name === "-C" || isOption(name, "--directory"))
      at.cwds = value?.kind === "text" ? absolutePaths(value.text, at) : undefined;
  return at;
}
