import { isOption, mayBeOption, type Option, readArguments } from "./arguments.ts";
import { isSeveral, type Value } from "./values.ts";
import { words } from "./words.ts";

/** A program that runs the command behind its own options. */
export interface Wrapper {
  readonly valued?: readonly string[];
  /** Words of its own before the command: the seconds of `timeout`. */
  readonly operands?: number;
  /** Allow rules look past it; others need an allow of their own. */
  readonly isTransparent: boolean;
  /** Assignments may stand before the command. */
  readonly takesAssignments?: boolean;
  /** Options whose value is a file it writes. */
  readonly writes?: readonly string[];
  /** Its own word before the command is a file it makes. */
  readonly writesOperand?: true;
  /** Only a rule without wildcards allows it. */
  readonly exactOnly?: true;
  /** Options with which it runs nothing. */
  readonly asks?: readonly string[];
  /** Options that change what is run in ways nobody follows here. */
  readonly unclear?: readonly string[];
  readonly source: string;
}

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  timeout: {
    valued: words("-k -s --kill-after --signal"),
    operands: 1,
    isTransparent: true,
    source: "timeout(1)",
  },
  time: {
    valued: words("-f -o --format --output"),
    isTransparent: true,
    writes: ["-o", "--output"],
    source: "time(1)",
  },
  nice: { valued: ["-n", "--adjustment"], isTransparent: true, source: "nice(1)" },
  nohup: { isTransparent: true, source: "nohup(1)" },
  stdbuf: {
    valued: words("-i -o -e --input --output --error"),
    isTransparent: true,
    source: "stdbuf(1)",
  },
  command: { isTransparent: true, asks: ["-v", "-V"], unclear: ["-p"], source: "bash(1)" },
  builtin: { isTransparent: true, source: "bash(1)" },
  exec: { valued: ["-a"], isTransparent: true, unclear: ["-a", "-l"], source: "bash(1)" },
  env: {
    valued: words("-u -C -S --unset --chdir --split-string"),
    isTransparent: false,
    takesAssignments: true,
    unclear: words("-S --split-string -C --chdir"),
    source: "env(1)",
  },
  sudo: {
    valued: words("-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot"),
    isTransparent: false,
    takesAssignments: true,
    unclear: words("-s -i -e --shell --login --edit -D --chdir -R --chroot"),
    source: "sudo(8)",
  },
  doas: { valued: ["-u", "-C"], isTransparent: false, unclear: ["-s", "-C"], source: "doas(1)" },
  setsid: { isTransparent: false, exactOnly: true, source: "setsid(1)" },
  ionice: {
    valued: words("-c -n -p -P -u --class --classdata"),
    isTransparent: false,
    exactOnly: true,
    source: "ionice(1)",
  },
  chrt: { valued: ["-T", "-P", "-D"], operands: 1, isTransparent: false, source: "chrt(1)" },
  taskset: { operands: 1, isTransparent: false, source: "taskset(1)" },
  flock: {
    valued: words("-w -E -c --timeout --conflict-exit-code --command"),
    operands: 1,
    isTransparent: false,
    exactOnly: true,
    writesOperand: true,
    unclear: ["-c", "--command"],
    source: "flock(1): the file it locks is made if it is not there",
  },
  busybox: { isTransparent: false, source: "busybox(1)" },
  chroot: { operands: 1, isTransparent: false, unclear: ["--userspec"], source: "chroot(8)" },
  unbuffer: { isTransparent: false, source: "unbuffer(1)" },
  caffeinate: { valued: ["-t", "-w"], isTransparent: false, source: "caffeinate(8)" },
  strace: {
    valued: words("-e -o -p -s -u -a -E -I -O -S -P --output"),
    isTransparent: false,
    unclear: ["-o", "--output"],
    source: "strace(1)",
  },
  pkexec: { valued: ["--user"], isTransparent: false, source: "pkexec(1)" },
  runuser: {
    valued: words("-u -g -G -c --user"),
    isTransparent: false,
    unclear: ["-c", "-l", "-s"],
    source: "runuser(1)",
  },
  setpriv: {
    valued: words(
      "--reuid --regid --ruid --euid --rgid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile",
    ),
    isTransparent: false,
    unclear: ["--reset-env"],
    source: "setpriv(1)",
  },
  sshpass: { valued: words("-p -f -d -P"), isTransparent: false, source: "sshpass(1)" },
  "ssh-agent": { valued: words("-a -E -P -t"), isTransparent: false, source: "ssh-agent(1)" },
  choom: { valued: words("-n -p --adjust --pid"), isTransparent: false, source: "choom(1)" },
  logsave: { operands: 1, isTransparent: false, writesOperand: true, source: "logsave(8)" },
  runcon: { valued: words("-t -u -r -l"), operands: 1, isTransparent: false, source: "runcon(1)" },
  "aa-exec": { valued: words("-p -n --profile --namespace"), isTransparent: false, source: "aa-exec(1)" },
  torify: { isTransparent: false, source: "torify(1)" },
  trickle: { valued: words("-d -u -w -t -l"), isTransparent: false, source: "trickle(1)" },
  "dbus-launch": { isTransparent: false, source: "dbus-launch(1)" },
  "cross-env": { isTransparent: false, takesAssignments: true, source: "cross-env --help" },
  dotenv: { valued: words("-e -v -p"), isTransparent: false, source: "dotenv --help" },
  "env-cmd": {
    valued: words("-f -r -e --file --rc-file --environments"),
    isTransparent: false,
    source: "env-cmd --help",
  },
  zrun: { isTransparent: false, source: "zrun(1)" },
  retry: { valued: words("-t -d -s --times --delay"), isTransparent: false, source: "retry(1)" },
  unshare: { isTransparent: false, unclear: words("-R --root -w --wd"), source: "unshare(1)" },
  nsenter: { isTransparent: false, unclear: words("-t --target -r --root"), source: "nsenter(1)" },
  "systemd-run": {
    valued: words("-p -u -t -E --property --unit --uid --gid"),
    isTransparent: false,
    source: "systemd-run(1)",
  },
  fakeroot: { valued: ["-l", "-s", "-i"], isTransparent: false, source: "fakeroot(1)" },
  run0: {
    valued: words("-u -g -D --user --group --chdir --property --setenv --unit --slice"),
    isTransparent: false,
    source: "run0(1)",
  },
  "systemd-inhibit": {
    valued: words("--what --who --why --mode"),
    isTransparent: false,
    source: "systemd-inhibit(1)",
  },
  "ld.so": {
    valued: words(
      "--library-path --inhibit-rpath --audit --preload --argv0 --glibc-hwcaps-prepend --glibc-hwcaps-mask",
    ),
    isTransparent: false,
    unclear: words("--preload --audit --library-path"),
    source: "ld.so(8)",
  },
  firejail: { isTransparent: false, source: "firejail(1)" },
  proxychains: { valued: ["-f"], isTransparent: false, source: "proxychains(1)" },
  proxychains4: { valued: ["-f"], isTransparent: false, source: "proxychains(1)" },
  torsocks: { isTransparent: false, source: "torsocks(1)" },
  numactl: { valued: ["-m", "-N", "-C"], isTransparent: false, source: "numactl(8)" },
  prlimit: { isTransparent: false, source: "prlimit(1)" },
  cpulimit: { valued: ["-l", "-p", "-e"], isTransparent: false, source: "cpulimit(1)" },
  ltrace: {
    valued: words("-e -o -p -s -u --output"),
    isTransparent: false,
    unclear: ["-o", "--output"],
    source: "ltrace(1)",
  },
  valgrind: { isTransparent: false, writes: words("--log-file --xml-file"), source: "valgrind(1)" },
  perf: { operands: 1, isTransparent: false, source: "perf(1)" },
  rlwrap: { valued: ["-f", "-H", "-C"], isTransparent: false, source: "rlwrap(1)" },
  "xvfb-run": { valued: words("-n -s -e -f"), isTransparent: false, source: "xvfb-run(1)" },
  "dbus-run-session": { isTransparent: false, source: "dbus-run-session(1)" },
  faketime: { operands: 1, valued: ["-f"], isTransparent: false, source: "faketime(1)" },
  toybox: { isTransparent: false, source: "toybox(1)" },
  npx: {
    valued: words("-p --package -c --call"),
    isTransparent: false,
    unclear: ["-c", "--call"],
    source: "npx(1)",
  },
  bunx: { isTransparent: false, source: "bunx(1)" },
  noglob: { isTransparent: true, source: "zsh(1)" },
  nocorrect: { isTransparent: false, source: "zsh(1)" },
  xargs: {
    valued: words(
      "-a -d -E -I -L -n -P -s --arg-file --delimiter --eof --replace --max-lines --max-args --max-procs --max-chars --process-slot-var",
    ),
    isTransparent: false,
    unclear: ["-a", "--arg-file"],
    source: "xargs(1)",
  },
};

export interface Unwrapped {
  /** The command it runs; empty when there is none. */
  readonly rest: readonly Value[];
  readonly assignments: readonly Value[];
  readonly options: readonly Option[];
  readonly hasOptions: boolean;
  readonly onlyAsks: boolean;
  /** Files of its own that it writes. */
  readonly written: readonly Value[];
  readonly unclear: string | undefined;
}

export function unwrap(wrapper: Wrapper, args: readonly Value[]): Unwrapped {
  const read = readArguments(args, { ...(wrapper.valued && { valued: wrapper.valued }), permutes: false });
  const names = read.options.map(({ name }) => name);
  const own = wrapper.operands ?? 0;
  const skipped = read.operands.slice(own);
  const isAssignment = (value: Value): boolean =>
    value.kind === "text" ? /^[A-Za-z_]\w*=/.test(value.text) : /^[A-Za-z_]\w*=/.test(value.source);
  const end = wrapper.takesAssignments ? skipped.findIndex((value) => !isAssignment(value)) : 0;
  const from = end < 0 ? skipped.length : end;
  const before = [
    ...read.operands.slice(0, own),
    ...skipped.slice(0, from),
    ...read.options.flatMap(({ value }) => value ?? []),
  ];
  const hidden = before.find((value) => isSeveral(value) || mayBeOption(value));
  return {
    rest: skipped.slice(from),
    assignments: skipped.slice(0, from),
    options: read.options,
    hasOptions: names.length > 0,
    written: [
      ...read.options.flatMap(({ name, value }) =>
        wrapper.writes?.some((option) => isOption(name, option)) && value ? [value] : [],
      ),
      ...(wrapper.writesOperand
        ? read.operands.slice(0, own).filter(({ source }) => !/^\d+$/.test(source))
        : []),
    ],
    onlyAsks: names.some((name) => wrapper.asks?.includes(name)),
    unclear:
      names.find((name) => wrapper.unclear?.some((option) => isOption(name, option))) ??
      read.abbreviated ??
      hidden?.source,
  };
}
