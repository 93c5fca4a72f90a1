import { readArguments } from "./arguments.ts";
import type { Value } from "./values.ts";

/** A program that runs the command behind its own options. */
export interface Wrapper {
  readonly valued?: readonly string[];
  /** Words of its own before the command: the seconds of `timeout`. */
  readonly operands?: number;
  /** Allow rules look past it; others need an allow of their own. */
  readonly isTransparent: boolean;
  /** Assignments may stand before the command. */
  readonly takesAssignments?: boolean;
  /** Options with which it runs nothing. */
  readonly asks?: readonly string[];
  /** Options that change what is run in ways nobody follows here. */
  readonly unclear?: readonly string[];
  readonly source: string;
}

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  timeout: {
    valued: ["-k", "-s", "--kill-after", "--signal"],
    operands: 1,
    isTransparent: true,
    source: "timeout(1)",
  },
  time: {
    valued: ["-f", "-o", "--format", "--output"],
    isTransparent: true,
    unclear: ["-o", "--output"],
    source: "time(1)",
  },
  nice: { valued: ["-n", "--adjustment"], isTransparent: true, source: "nice(1)" },
  nohup: { isTransparent: true, source: "nohup(1)" },
  stdbuf: {
    valued: ["-i", "-o", "-e", "--input", "--output", "--error"],
    isTransparent: true,
    source: "stdbuf(1)",
  },
  command: { isTransparent: true, asks: ["-v", "-V"], unclear: ["-p"], source: "bash(1)" },
  builtin: { isTransparent: true, source: "bash(1)" },
  exec: { valued: ["-a"], isTransparent: true, unclear: ["-a", "-l"], source: "bash(1)" },
  env: {
    valued: ["-u", "-C", "-S", "--unset", "--chdir", "--split-string"],
    isTransparent: false,
    takesAssignments: true,
    unclear: ["-S", "--split-string", "-C", "--chdir", "-i", "-"],
    source: "env(1)",
  },
  sudo: {
    valued: [
      "-u",
      "-g",
      "-h",
      "-p",
      "-C",
      "-r",
      "-t",
      "-T",
      "-U",
      "-D",
      "-R",
      "--user",
      "--group",
      "--host",
      "--prompt",
      "--chdir",
      "--chroot",
    ],
    isTransparent: false,
    takesAssignments: true,
    unclear: ["-s", "-i", "-e", "--shell", "--login", "--edit", "-D", "--chdir", "-R", "--chroot"],
    source: "sudo(8)",
  },
  doas: { valued: ["-u", "-C"], isTransparent: false, unclear: ["-s", "-C"], source: "doas(1)" },
  setsid: { isTransparent: false, unclear: ["-f", "--fork"], source: "setsid(1)" },
  ionice: {
    valued: ["-c", "-n", "-p", "-P", "-u", "--class", "--classdata"],
    isTransparent: false,
    source: "ionice(1)",
  },
  chrt: { valued: ["-T", "-P", "-D"], operands: 1, isTransparent: false, source: "chrt(1)" },
  taskset: { operands: 1, isTransparent: false, source: "taskset(1)" },
  flock: {
    valued: ["-w", "-E", "-c", "--timeout", "--conflict-exit-code", "--command"],
    operands: 1,
    isTransparent: false,
    unclear: ["-c", "--command"],
    source: "flock(1)",
  },
  busybox: { isTransparent: false, source: "busybox(1)" },
  chroot: { operands: 1, isTransparent: false, unclear: ["--userspec"], source: "chroot(8)" },
  unbuffer: { isTransparent: false, source: "unbuffer(1)" },
  caffeinate: { valued: ["-t", "-w"], isTransparent: false, source: "caffeinate(8)" },
  strace: {
    valued: ["-e", "-o", "-p", "-s", "-u", "-a", "-E", "-I", "-O", "-S", "-P"],
    isTransparent: false,
    unclear: ["-o"],
    source: "strace(1)",
  },
  ssh: {
    valued: [
      "-b",
      "-c",
      "-D",
      "-E",
      "-e",
      "-F",
      "-I",
      "-i",
      "-J",
      "-L",
      "-l",
      "-m",
      "-O",
      "-o",
      "-p",
      "-Q",
      "-R",
      "-S",
      "-W",
      "-w",
    ],
    operands: 1,
    isTransparent: false,
    unclear: ["-o", "-F", "-E", "-J", "-L", "-R", "-D"],
    source: "ssh(1): the command runs on another machine",
  },
  xargs: {
    valued: [
      "-a",
      "-d",
      "-E",
      "-I",
      "-L",
      "-n",
      "-P",
      "-s",
      "--arg-file",
      "--delimiter",
      "--eof",
      "--replace",
      "--max-lines",
      "--max-args",
      "--max-procs",
      "--max-chars",
      "--process-slot-var",
    ],
    isTransparent: false,
    unclear: ["-a", "--arg-file"],
    source: "xargs(1)",
  },
};

/** Wrappers whose repeated or detached runs only an exact rule allows. */
export const EXACT_ONLY: ReadonlySet<string> = new Set(["setsid", "ionice", "flock", "watch"]);

export interface Unwrapped {
  /** The command it runs; empty when there is none. */
  readonly rest: readonly Value[];
  readonly assignments: readonly Value[];
  readonly hasOptions: boolean;
  readonly onlyAsks: boolean;
  readonly unclear: string | undefined;
}

export function unwrap(wrapper: Wrapper, args: readonly Value[]): Unwrapped {
  const read = readArguments(args, { ...(wrapper.valued && { valued: wrapper.valued }), permutes: false });
  const names = read.options.map(({ name }) => name);
  const skipped = read.operands.slice(wrapper.operands ?? 0);
  const isAssignment = (value: Value): boolean =>
    value.kind === "text" ? /^[A-Za-z_]\w*=/.test(value.text) : /^[A-Za-z_]\w*=/.test(value.source);
  const end = wrapper.takesAssignments ? skipped.findIndex((value) => !isAssignment(value)) : 0;
  const from = end < 0 ? skipped.length : end;
  return {
    rest: skipped.slice(from),
    assignments: skipped.slice(0, from),
    hasOptions: names.length > 0,
    onlyAsks: names.some((name) => wrapper.asks?.includes(name)),
    unclear: names.find((name) => wrapper.unclear?.includes(name)),
  };
}
