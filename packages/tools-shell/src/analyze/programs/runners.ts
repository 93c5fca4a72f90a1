import type { Arguments } from "../arguments.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import { words } from "../words.ts";
import { ELSEWHERE, RUNS, running, SCRIPT } from "./access.ts";

const FROM_INPUT: Part = {
  kind: "opaque",
  reason: "it runs commands of its own language that it reads from its input",
};

/** Programs for another purpose that some option makes run others. What they do beside that is not listed. */
export const RUNNERS: readonly Program[] = [
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
    unclear: {
      ...running(...words("-k --lesskey-file --lesskey-src --lesskey-content --cmd")),
      "-o": "it writes a file",
      "-O": "it writes a file",
      "--log-file": "it writes a file",
      "--LOG-FILE": "it writes a file",
    },
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
      "-V": "it may write a file",
      "--startuptime": "it writes a file",
      "--log": "it writes a file",
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
    names: words("joe nano pico"),
    unclear: running("-s", "--speller", "-f", "--rcfile"),
    isComplete: false,
    source: "nano(1)",
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
      "-eval-command": SCRIPT,
      "--init-eval-command": SCRIPT,
      "-init-eval-command": SCRIPT,
      "--init-command": SCRIPT,
      "-init-command": SCRIPT,
      "--command": SCRIPT,
      "-command": SCRIPT,
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
    unclear: { "-z": RUNS, "-w": "it writes a file", "-F": ELSEWHERE, "-V": ELSEWHERE },
    isComplete: false,
    source: "tcpdump(8)",
  },
  {
    names: words("at batch ed red"),
    operands: () => [{ kind: "opaque", reason: RUNS }],
    unclear: running("-c", "--command"),
    isComplete: false,
    source: "their manual pages",
  },
  {
    names: ["sqlite3"],
    grammar: { hasOneDash: true },
    unclear: {
      "-cmd": SCRIPT,
      "--cmd": SCRIPT,
      "-init": SCRIPT,
      "--init": SCRIPT,
      "-A": "it is an archiver",
      "-vfs": RUNS,
    },
    operands: (args) => [
      ...shellEscapes(args),
      ...actingWords(args, SQLITE_ACTS),
      ...(args.operands.length < 2 ? [FROM_INPUT] : []),
    ],
    isComplete: false,
    source: "sqlite3(1): `.shell` and `.system` run commands, `edit()` does, and others work on files",
  },
  {
    names: ["psql", "mysql", "mariadb"],
    grammar: {
      valued: words("-c -e -h -U -u -d -P -D -v --command --execute --host --user --dbname --port"),
      attached: ["-p"],
    },
    operands: (args) => [
      ...shellEscapes(args),
      ...actingWords(args, SQL_ACTS),
      ...(args.options.some(({ name }) =>
        /^(-[ceflV?]|--(command|execute|file|list|version|help))$/.test(name),
      )
        ? []
        : [FROM_INPUT]),
    ],
    unclear: {
      "-f": SCRIPT,
      "--file": SCRIPT,
      "-o": "it writes a file or runs another program",
      "--output": "it writes a file or runs another program",
      "-L": "it writes a file",
      "--log-file": "it writes a file",
      "--tee": "it writes a file",
      "--pager": RUNS,
      "--init-command": SCRIPT,
      "--plugin-dir": RUNS,
      "--defaults-file": SCRIPT,
      "--defaults-extra-file": SCRIPT,
    },
    isComplete: false,
    source: "psql(1), mysql(1): `\\!` and `system` run commands",
  },
  {
    names: ["openssl"],
    grammar: { hasOneDash: true },
    unclear: {
      "-engine": "it loads a library",
      "-provider": "it loads a library",
      "-provider-path": "it loads a library",
      "-config": "it may load a library",
    },
    operands: ({ operands }) => {
      const at = operands.findIndex(({ source }) => source === "s_client");
      const address = operands.find(({ source }, i) => at >= 0 && i > at && /^[\w.-]+:\d+$/.test(source));
      const [host, port] = address?.source.split(":") ?? [];
      return host === undefined ? [] : [{ kind: "connect", host, port: Number(port), inherent: true }];
    },
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
    names: ["mail", "mailx", "mutt"],
    unclear: { "-S": SCRIPT, "-e": SCRIPT, "--exec": SCRIPT, "-F": SCRIPT },
    operands: shellEscapes,
    isComplete: false,
    source: "mailx(1)",
  },
];

/** `+command` makes an editor or pager run it; `+12` is a line. */
function commandsBehindPlus({ operands }: Arguments): readonly Part[] {
  const runs = operands.some((value) =>
    value.kind === "text" ? /^\+[^\d]/.test(value.text) : value.kind === "unknown" && value.prefix === "",
  );
  return runs ? [{ kind: "opaque", reason: SCRIPT }] : [];
}

const SQLITE_ACTS = /\b(readfile|writefile|edit|load_extension|zipfile|fsdir|lsdir|attach|into\s+['"])/i;
const SQL_ACTS = /\\|`|\b(system|program|source|tee|pager|edit|outfile|dumpfile|infile|load_file)\b/i;

/** Words of the language that work on files or run others. */
function actingWords({ operands, options }: Arguments, acts: RegExp): readonly Part[] {
  const words = [...operands, ...options.flatMap(({ value }) => value ?? [])];
  return words.some((value) => value.kind === "text" && acts.test(value.text))
    ? [{ kind: "opaque", reason: SCRIPT }]
    : [];
}

/** Languages with a way out to the shell: any word may hold it. */
function shellEscapes({ operands, options }: Arguments): readonly Part[] {
  const words = [...operands, ...options.flatMap(({ value }) => value ?? [])];
  const escapes = words.some((value) => value.kind !== "text" || /^\s*[.~]|\\!|!/m.test(value.text));
  return escapes ? [{ kind: "opaque", reason: SCRIPT }] : [];
}
