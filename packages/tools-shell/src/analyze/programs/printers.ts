import { type Arguments, mayBeOption } from "../arguments.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { Value } from "../values.ts";
import { words } from "../words.ts";
import { READ, READS, RUNS } from "./access.ts";

const SETS_HOST_NAME = "it sets the name of the machine";
const SHOWS_ENVIRONMENTS = "it may show environments of processes";

/** Programs that take no files and print. */
export const PRINTERS: readonly Program[] = [
  {
    names: [
      ...words("true false whoami id groups uname arch nproc tty free w seq sleep yes factor"),
      ...words("basename dirname which printenv locale getconf cal logname expr numfmt tr"),
    ],
    isComplete: true,
    source: "their manual pages",
  },
  { names: words("pidof lscpu lsblk lsmod"), isComplete: true, source: "their manual pages: they list" },
  {
    names: ["pgrep"],
    grammar: { valued: words("-F --pidfile -d -g -G -P -s -t -u -U"), bundled: true },
    touches: { "-F": READ, "--pidfile": READ },
    isComplete: true,
    source: "pgrep(1)",
  },
  {
    names: ["tput"],
    operands: setsUpTerminal,
    unclear: { "-S": RUNS },
    isComplete: true,
    source: "tput(1): `init` and `reset` run and print what the description of the terminal names",
  },
  {
    names: words("who users uptime"),
    operands: READS,
    isComplete: true,
    source: "who(1), users(1): an operand is a file of sessions",
  },
  {
    names: ["ps"],
    grammar: {
      valued: words(
        "-o -O -p -u -U -g -G -t -C -q -s --pid --ppid --sid --sort --format --user --User --group --Group --tty --cols --width",
      ),
    },
    operands: environments,
    unclear: { "-E": SHOWS_ENVIRONMENTS },
    isComplete: true,
    source: "ps(1): `e` without a dash shows environments, as does the column `environ`",
  },
  {
    names: ["date"],
    grammar: { attached: ["-I"], valued: words("-d --date -f --file -r --reference -s --set") },
    operands: setsClock,
    touches: { "-f": READ, "--file": READ, "-r": READ, "--reference": READ },
    unclear: { "-s": "it sets the clock", "--set": "it sets the clock" },
    isComplete: true,
    source: "date(1)",
  },
  {
    names: [
      ...words("kill pkill killall renice lsof netstat ss ip ifconfig service systemctl mount"),
      ...words("useradd userdel usermod groupadd groupdel passwd modprobe dmesg sysctl umount"),
    ],
    isComplete: false,
    source: "their manual pages: they work on the machine, not on files",
  },
  {
    names: ["hostname"],
    operands: ({ operands }) => (operands.length === 0 ? [] : [{ kind: "opaque", reason: SETS_HOST_NAME }]),
    unclear: {
      "-F": SETS_HOST_NAME,
      "--file": SETS_HOST_NAME,
      "-b": SETS_HOST_NAME,
      "--boot": SETS_HOST_NAME,
    },
    isComplete: true,
    source: "hostname(1): an operand sets the name",
  },
];

const ENVIRONMENT_COLUMN = /\benv/i;

function setsUpTerminal({ operands }: Arguments): readonly Part[] {
  const isPlain = operands.every((value) => value.kind === "text" && !/^(init|reset)$/.test(value.text));
  return isPlain ? [] : [{ kind: "opaque", reason: RUNS }];
}

/** Without a dash, letters are options too, some with a value behind them or in the next word. */
function environments({ operands, options }: Arguments): readonly Part[] {
  const words = [...operands, ...options.flatMap(({ value }) => value ?? [])];
  let shows = words.some((value) => value.kind === "text" && ENVIRONMENT_COLUMN.test(value.text));
  for (let at = 0; at < operands.length; at++) {
    const value = operands[at] as Value;
    if (value.kind !== "text") shows ||= mayBeOption(value) || value.kind !== "unknown";
    else if (!/^[\d,]+$/.test(value.text)) {
      const [flags = ""] = /^[^kOopqtU]*/.exec(value.text) ?? [];
      shows ||= /e/i.test(flags);
      if (flags.length === value.text.length - 1) at += 1;
    }
  }
  return shows ? [{ kind: "opaque", reason: SHOWS_ENVIRONMENTS }] : [];
}

function setsClock({ operands }: Arguments): readonly Part[] {
  const sets = operands.some((value) =>
    value.kind === "text"
      ? !value.text.startsWith("+")
      : value.kind !== "unknown" || !value.prefix.startsWith("+"),
  );
  return sets ? [{ kind: "opaque", reason: "it sets the clock" }] : [];
}
