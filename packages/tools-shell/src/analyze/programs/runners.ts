import { type Arguments, isOption } from "../arguments.ts";
import { touchAll } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import { absolutePaths, type State } from "../state.ts";
import { words } from "../words.ts";
import { ELSEWHERE, READ, READS_TREE, RUNS, WRITE } from "./access.ts";

/** Programs that pack their input to their output. */
const PLAIN_PACKERS =
  /^(gzip|pigz|bzip2|pbzip2|lbzip2|xz|pixz|pxz|zstd|zstdmt|pzstd|lz4|lzop|lzip|plzip)( -(\d+|T\d+|-fast|-best|-long|-rsyncable))*$/;

const SCRIPT = "it runs commands of its own language";

const running = (...options: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(options.map((option) => [option, RUNS]));

/** Programs for another purpose that some option makes run others. What they do beside that is not listed. */
export const RUNNERS: readonly Program[] = [
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
      ],
    },
    operands: archived,
    plain: {
      "--checkpoint": /^/,
      "--checkpoint-action": /^(dot|bell|echo|totals|sleep=\d+)$/,
      "-I": PLAIN_PACKERS,
      "--use-compress-program": PLAIN_PACKERS,
    },
    unclear: running(
      ...words("--to-command --checkpoint-action --use-compress-program -I --rsh-command --rmt-command"),
      ...words("--info-script --new-volume-script -F"),
    ),
    touches: {
      "-f": WRITE,
      "--file": WRITE,
      "-T": READ,
      "--files-from": READ,
      "-X": READ,
      "--index-file": WRITE,
    },
    isComplete: false,
    source: "tar(1)",
  },
  {
    names: words("zip 7z 7za rar ar cpio pax"),
    operands: READS_TREE,
    unclear: { ...running("-TT", "--unzip-command", "-T"), "--files-from": ELSEWHERE },
    isComplete: false,
    source: "zip(1), ar(1) and others",
  },
  {
    names: ["man", "apropos", "whatis"],
    grammar: {
      valued: words("-P -H --pager --html -C -M -L -S -s -e -p --preprocessor"),
    },
    unclear: running(
      "-P",
      "--pager",
      "-H",
      "--html",
      "-C",
      "--config-file",
      "-X",
      "--gxditview",
      "-p",
      "--preprocessor",
    ),
    isComplete: false,
    source: "man(1)",
  },
  {
    names: words("less more most pg"),
    unclear: { "-k": RUNS, "--lesskey-file": RUNS, "-o": "it writes a file", "-O": "it writes a file" },
    operands: commandsBehindPlus,
    isComplete: false,
    source: "less(1)",
  },
  {
    names: words("vi vim nvim view ex rvim gvim vimdiff rview"),
    grammar: { valued: words("-c --cmd -S -u -U -s -w -W -i -t -q -r") },
    unclear: {
      "-c": SCRIPT,
      "--cmd": SCRIPT,
      "-S": SCRIPT,
      "-u": SCRIPT,
      "-U": SCRIPT,
      "-s": SCRIPT,
      "-w": "it writes a file",
      "-W": "it writes a file",
      "--remote-expr": SCRIPT,
      "--remote-send": SCRIPT,
      "-l": SCRIPT,
      "-E": SCRIPT,
      "-e": SCRIPT,
    },
    operands: commandsBehindPlus,
    isComplete: false,
    source: "vim(1)",
  },
  {
    names: ["emacs", "emacsclient"],
    grammar: { hasOneDash: true },
    unclear: {
      "--eval": SCRIPT,
      "-eval": SCRIPT,
      "-e": SCRIPT,
      "-f": SCRIPT,
      "--funcall": SCRIPT,
      "-l": SCRIPT,
      "--load": SCRIPT,
      "--script": SCRIPT,
      "-x": SCRIPT,
      "-batch": SCRIPT,
      "--batch": SCRIPT,
    },
    isComplete: false,
    source: "emacs(1)",
  },
  {
    names: words("ed red joe nano pico"),
    unclear: running("-s", "--speller"),
    isComplete: false,
    source: "nano(1), ed(1)",
  },
  {
    names: ["gdb", "lldb"],
    grammar: { hasOneDash: true },
    unclear: {
      "-ex": SCRIPT,
      "-x": SCRIPT,
      "-iex": SCRIPT,
      "-ix": SCRIPT,
      "--eval-command": SCRIPT,
      "--command": SCRIPT,
      "-o": SCRIPT,
      "-s": SCRIPT,
      "--args": RUNS,
      "--batch": SCRIPT,
    },
    isComplete: false,
    source: "gdb(1), lldb(1)",
  },
  {
    names: ["tcpdump"],
    grammar: { valued: words("-z -w -i -r") },
    unclear: { "-z": RUNS, "-w": "it writes a file" },
    isComplete: false,
    source: "tcpdump(8)",
  },
  {
    names: words("expect at batch"),
    operands: () => [{ kind: "opaque", reason: RUNS }],
    unclear: running("-c", "--command"),
    isComplete: false,
    source: "their manual pages",
  },
  {
    names: ["sqlite3"],
    grammar: { hasOneDash: true },
    unclear: { "-cmd": SCRIPT, "--cmd": SCRIPT, "-init": SCRIPT },
    operands: shellEscapes,
    isComplete: false,
    source: "sqlite3(1): `.shell` and `.system` run commands",
  },
  {
    names: ["psql", "mysql", "mariadb"],
    operands: shellEscapes,
    unclear: { "-f": SCRIPT, "--file": SCRIPT },
    isComplete: false,
    source: "psql(1): `\\!` runs commands",
  },
  {
    names: words("make gmake ninja just rake cmake"),
    unclear: { "--eval": SCRIPT, "-E": SCRIPT },
    isComplete: false,
    source: "make(1)",
  },
  {
    names: ["go"],
    grammar: { hasOneDash: true },
    unclear: running("-exec", "-toolexec", "-vettool"),
    isComplete: false,
    source: "go help build",
  },
  {
    names: ["openssl"],
    grammar: { hasOneDash: true },
    unclear: { "-engine": "it loads a library", "-provider": "it loads a library" },
    isComplete: false,
    source: "openssl(1)",
  },
  {
    names: ["nmap"],
    unclear: { "--script": SCRIPT, "--interactive": RUNS },
    isComplete: false,
    source: "nmap(1)",
  },
  {
    names: words("pdftex pdflatex latex tex lualatex xelatex"),
    grammar: { hasOneDash: true },
    unclear: running("--shell-escape", "-shell-escape", "--enable-write18"),
    isComplete: false,
    source: "tex(1)",
  },
  {
    names: words("dpkg rpm apt apt-get yum dnf"),
    unclear: {
      "-o": RUNS,
      "--option": RUNS,
      "-c": RUNS,
      "--config-file": RUNS,
      "--pipe": RUNS,
      "-E": RUNS,
      "--eval": RUNS,
    },
    isComplete: false,
    source: "apt-get(8), rpm(8)",
  },
  {
    names: ["mail", "mailx", "mutt"],
    unclear: { "-S": SCRIPT, "-e": SCRIPT, "--exec": SCRIPT, "-F": SCRIPT },
    operands: shellEscapes,
    isComplete: false,
    source: "mailx(1)",
  },
];

/** Members are taken from where `-C` says, with all that is in them. */
function archived({ operands, options }: Arguments, state: State): readonly Part[] {
  const moved = options.some(({ name }) => name === "-C" || isOption(name, "--directory"));
  return touchAll(operands, READS_TREE, moved ? elsewhere(options, state) : state);
}

function elsewhere(options: Arguments["options"], state: State): State {
  const at = state.aside();
  for (const { name, value } of options)
    if (name === "-C" || isOption(name, "--directory"))
      at.cwds = value?.kind === "text" ? absolutePaths(value.text, at) : undefined;
  return at;
}

/** `+command` makes an editor or pager run it; `+12` is a line. */
function commandsBehindPlus({ operands }: Arguments): readonly Part[] {
  const runs = operands.some((value) =>
    value.kind === "text" ? /^\+[^\d]/.test(value.text) : value.kind === "unknown" && value.prefix === "",
  );
  return runs ? [{ kind: "opaque", reason: SCRIPT }] : [];
}

/** Languages with a way out to the shell: any word may hold it. */
function shellEscapes({ operands, options }: Arguments): readonly Part[] {
  const words = [...operands, ...options.flatMap(({ value }) => value ?? [])];
  const escapes = words.some((value) => value.kind !== "text" || /^\s*[.~]|\\!|!/.test(value.text));
  return escapes ? [{ kind: "opaque", reason: SCRIPT }] : [];
}
