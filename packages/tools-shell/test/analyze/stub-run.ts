import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NAMES } from "./generated.ts";

/** What really happened. */
export interface Happened {
  /** Every program that was started, with its arguments; builtins of the shell are not seen. */
  readonly started: readonly (readonly string[])[];
  /** Absolute paths that are new or different. */
  readonly written: readonly string[];
  readonly deleted: readonly string[];
}

/** Real programs that are recorded and then run; what else is called prints a line and ends. */
const RECORDED =
  "awk basename cat chmod comm cp cut date diff dirname du expr find grep head ln ls mkdir mv paste printenv readlink realpath rev rm rmdir sed seq sort split stat tac tail tee touch tr truncate uniq wc xargs".split(
    " ",
  );
/** Real programs that only run others. */
const UNSEEN = "env timeout nice nohup stdbuf bash sh sleep".split(" ");
const STUBS = [
  ...NAMES,
  ..."git npm node python3 make curl docker cargo go rg jq tar gcc ssh sudo".split(" "),
];

/** A place with programs that record how they were called. */
export class StubPlace {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "stubs-")));
  private readonly bin = join(this.root, "bin");
  private count = 0;

  constructor() {
    mkdirSync(this.bin);
    const record = `printf '%s\\0' "$#" "\${0##*/}" "$@" >> "$STUB_LOG"\n`;
    for (const name of STUBS) this.program(name, `#!/bin/bash\n${record}echo "$# stub"\n`);
    for (const name of RECORDED) {
      const real = whereIs(name);
      if (real) this.program(name, `#!/bin/bash\n${record}exec ${real} "$@"\n`);
    }
    for (const name of UNSEEN) {
      const real = whereIs(name);
      if (real) symlinkSync(real, join(this.bin, name));
    }
  }

  /** Runs a command in a fresh directory, which is removed afterwards. `examine` sees where it was. */
  async run<T>(command: string, examine: (cwd: string, happened: Happened) => T): Promise<T> {
    const cwd = join(this.root, `run-${this.count++}`);
    const log = `${cwd}.log`;
    fill(cwd);
    writeFileSync(log, "");
    const before = snapshot(cwd);
    await runBash(command, {
      cwd,
      env: { PATH: this.bin, HOME: join(cwd, "home"), STUB_LOG: log, LC_ALL: "C.UTF-8" },
    });
    const after = snapshot(cwd);
    const happened = {
      started: callsIn(readFileSync(log, "utf8")),
      written: [...after].flatMap(([path, content]) => (before.get(path) === content ? [] : path)),
      deleted: [...before.keys()].filter((path) => !after.has(path)),
    };
    try {
      return examine(cwd, happened);
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  private program(name: string, text: string): void {
    writeFileSync(join(this.bin, name), text);
    chmodSync(join(this.bin, name), 0o755);
  }
}

const whereIs = (name: string): string | undefined =>
  [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path));

function fill(cwd: string): void {
  for (const folder of ["sub/deep", "src", "home", "my dir"])
    mkdirSync(join(cwd, folder), { recursive: true });
  for (const file of [
    "in",
    "a.txt",
    "b.txt",
    "-dash",
    "sub/c.txt",
    "src/x.ts",
    "src/y.ts",
    "my dir/d.txt",
    "home/.profile",
  ])
    writeFileSync(join(cwd, file), `${file}\nsecond line\n3 b a\n`);
  copyFileSync(join(cwd, "a.txt"), join(cwd, "data.csv"));
  symlinkSync("sub/deep", join(cwd, "link"));
}

function snapshot(cwd: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(cwd, { recursive: true, encoding: "utf8" })) {
    const path = join(cwd, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) found.set(path, `link ${readlinkSync(path)}`);
    else if (stat.isDirectory()) found.set(path, `directory ${stat.mode}`);
    else found.set(path, `${stat.mode} ${stat.mtimeMs} ${stat.isFile() ? readFileSync(path, "latin1") : ""}`);
  }
  return found;
}

function runBash(
  command: string,
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn("/bin/bash", ["-c", command], { cwd, env, stdio: "ignore", detached: true });
    const stop = (): void => {
      try {
        process.kill(-(child.pid as number), "SIGKILL");
      } catch {
        // All of it has ended.
      }
    };
    const timer = setTimeout(stop, 10_000);
    child.once("exit", () => {
      clearTimeout(timer);
      // What runs aside gets a moment to record itself.
      setTimeout(() => {
        stop();
        resolve();
      }, 30);
    });
  });
}

function callsIn(log: string): readonly (readonly string[])[] {
  const fields = log.split("\0");
  const calls: string[][] = [];
  for (let at = 0; at + 1 < fields.length; ) {
    const count = Number(fields[at]) + 1;
    calls.push(fields.slice(at + 1, at + 1 + count));
    at += 1 + count;
  }
  return calls;
}
