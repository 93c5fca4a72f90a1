import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { readdir, readFile, readlink } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isInside } from "@gauntlet/core";

/** Looks for what code leaves behind when it should be over. */
export interface LeakWatch {
  /** Runs code that is watched, with everything it begins. */
  readonly within: <T>(work: () => T) => T;
  /**
   * What is still there of what was begun inside. Waits up to a second for what is on its way out. Processes that are
   * found are ended.
   * @param directory absolute; processes that work in it and files of it that are open count too, on Linux.
   */
  leaks(directory: string): Promise<readonly string[]>;
  end(): void;
}

/** What is live and would be left behind, by the name Node gives it. */
const KINDS: Readonly<Record<string, string>> = {
  Timeout: "a timer",
  PROCESSWRAP: "a process",
  TCPSERVERWRAP: "a listening port",
  TCPWRAP: "a connection",
  PIPESERVERWRAP: "a listening socket",
  UDPWRAP: "a datagram socket",
  FSEVENTWRAP: "a watched directory",
  STATWATCHER: "a watched file",
  WORKER: "a worker",
};
const PATIENCE_MS = 1_000;

interface Live {
  readonly type: string;
  readonly resource: { readonly hasRef?: () => boolean; readonly pid?: number };
  readonly place: string | undefined;
}

/** Begins to watch; `end` has to be called. */
export function watchLeaks(): LeakWatch {
  const inside = new AsyncLocalStorage<true>();
  const live = new Map<number, Live>();
  const hook = createHook({
    init(id, type, _, resource) {
      if (!Object.hasOwn(KINDS, type) || inside.getStore() === undefined) return;
      live.set(id, { type, resource: resource as Live["resource"], place: placeOf(new Error().stack) });
    },
    destroy: (id) => void live.delete(id),
  }).enable();

  /** What keeps a process alive; one that was started counts whether or not somebody waits for it. */
  const remaining = (): readonly Live[] =>
    [...live.values()].filter(
      ({ type, resource }) => type === "PROCESSWRAP" || resource.hasRef?.() !== false,
    );

  return {
    within: (work) => inside.run(true, work),
    async leaks(directory) {
      const until = performance.now() + PATIENCE_MS;
      for (;;) {
        const strays = await processesIn(directory);
        const files = await openFilesIn(directory);
        const handles = remaining();
        const isClean = strays.length + files.length + handles.length === 0;
        if (isClean || performance.now() > until) return described({ strays, files, handles });
        await delay(10);
      }
    },
    end: () => void hook.disable(),
  };
}

interface Found {
  readonly strays: readonly Process[];
  readonly files: readonly string[];
  readonly handles: readonly Live[];
}

function described({ strays, files, handles }: Found): readonly string[] {
  for (const { pid } of [
    ...strays,
    ...handles.flatMap(({ resource }) => (resource.pid ? [{ pid: resource.pid }] : [])),
  ]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended by itself meanwhile.
    }
  }
  const known = new Set(handles.map(({ resource }) => resource.pid));
  return [
    ...handles.map(
      ({ type, place }) => `left ${KINDS[type]} behind${place === undefined ? "" : `, begun at ${place}`}`,
    ),
    ...strays
      .filter(({ pid }) => !known.has(pid))
      .map(({ command }) => `left a process behind: \`${command}\``),
    ...files.map((path) => `left the file \`${path}\` open`),
  ];
}

/** The first line of a stack that is neither Node's nor this file's. */
function placeOf(stack = ""): string | undefined {
  const line = stack
    .split("\n")
    .slice(1)
    .find((entry) => !/node:|[\\/]leaks\.[jt]s/.test(entry));
  const place = /\(?((?:file:\/\/)?\/[^()]+:\d+):\d+\)?$/.exec(line ?? "")?.[1];
  return place?.replace("file://", "");
}

interface Process {
  readonly pid: number;
  readonly command: string;
}

/** Processes that work in a directory or below it, as far as they can be seen; this one is not among them. */
async function processesIn(directory: string): Promise<readonly Process[]> {
  const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = pid === process.pid ? undefined : await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      if (cwd === undefined || !isInside(cwd, directory)) return [];
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      // One that has ended and waits to be noticed has no command line any more.
      return line === "" ? [] : [{ pid, command: line.replaceAll("\0", " ").trim() }];
    }),
  );
  return found.flat();
}

async function openFilesIn(directory: string): Promise<readonly string[]> {
  const files = await readdir("/proc/self/fd").catch(() => []);
  const targets = await Promise.all(files.map((fd) => readlink(join("/proc/self/fd", fd)).catch(() => "")));
  return targets.filter((path) => isInside(path, directory)).map((path) => relative(directory, path));
}
