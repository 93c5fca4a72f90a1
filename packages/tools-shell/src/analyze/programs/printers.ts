import { type Arguments, mayBeOption } from "../arguments.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { Value } from "../values.ts";
import { words } from "../words.ts";
import { READ } from "./access.ts";

/** Programs that take no files and print. */
export const PRINTERS: readonly Program[] = [
  {
    names: [
      ...words(
        "true false whoami id groups uname arch nproc tty uptime free w who users seq sleep yes factor",
      ),
      ...words("basename dirname which printenv locale getconf tput cal logname expr numfmt tr"),
    ],
    isComplete: true,
    source: "their manual pages",
  },
  {
    names: ["ps"],
    grammar: {
      valued: words(
        "-o -O -p -u -U -g -G -t -C -q -s --pid --ppid --sid --sort --format --user --User --group --Group --tty --cols --width",
      ),
    },
    operands: environments,
    isComplete: true,
    source: "ps(1): `e` without a dash shows environments",
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
      ...words("kill pkill killall renice pgrep pidof lsof netstat ss ip ifconfig service systemctl mount"),
      ...words(
        "useradd userdel usermod groupadd groupdel passwd lsblk lscpu lsmod modprobe dmesg sysctl umount",
      ),
    ],
    isComplete: false,
    source: "their manual pages: they work on the machine, not on files",
  },
  { names: ["hostname"], isComplete: false, source: "hostname(1): an operand sets the name" },
];

/** Without a dash, letters are options too, some with a value behind them or in the next word. */
function environments({ operands }: Arguments): readonly Part[] {
  let shows = false;
  for (let at = 0; at < operands.length; at++) {
    const value = operands[at] as Value;
    if (value.kind !== "text") shows ||= mayBeOption(value) || value.kind !== "unknown";
    else if (!/^[\d,]+$/.test(value.text)) {
      const [flags = ""] = /^[^kOopqtU]*/.exec(value.text) ?? [];
      shows ||= /e/i.test(flags);
      if (flags.length === value.text.length - 1) at += 1;
    }
  }
  return shows ? [{ kind: "opaque", reason: "it may show environments of processes" }] : [];
}

function setsClock({ operands }: Arguments): readonly Part[] {
  const sets = operands.some((value) =>
    value.kind === "text"
      ? !value.text.startsWith("+")
      : value.kind !== "unknown" || !value.prefix.startsWith("+"),
  );
  return sets ? [{ kind: "opaque", reason: "it sets the clock" }] : [];
}
