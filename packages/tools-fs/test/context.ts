import { realpathSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import type { ExecuteContext, Json, Slot, Slots, Tool } from "@gauntlet/core";
import { onTestFinished } from "vitest";

/** A temporary directory with a context whose working directory it is; removed when the test ends. */
export interface World {
  readonly root: string;
  readonly ctx: ExecuteContext;
  readonly controller: AbortController;
  /** Paths that `ctx.isReadDenied` names; absolute. */
  readonly denied: Set<string>;
  path(way: string): string;
  put(way: string, content: string | Uint8Array): Promise<string>;
  link(way: string, target: string): Promise<string>;
  bytes(way: string): Promise<Buffer>;
  text(way: string): Promise<string>;
}

/** Makes a world; `below` puts the working directory into a subdirectory of the temporary one. */
export async function makeWorld(below = ""): Promise<World> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-fs-")));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  const root = join(base, below);
  await mkdir(root, { recursive: true });
  const controller = new AbortController();
  const denied = new Set<string>();
  const path = (way: string) => (isAbsolute(way) ? way : join(root, way));
  const prepare = async (way: string) => {
    await mkdir(dirname(path(way)), { recursive: true });
    return path(way);
  };
  return {
    root,
    controller,
    denied,
    path,
    ctx: contextFor(root, controller.signal, denied),
    async put(way, content) {
      await writeFile(await prepare(way), content);
      return path(way);
    },
    async link(way, target) {
      await symlink(target, await prepare(way));
      return path(way);
    },
    bytes: (way) => readFile(path(way)),
    text: (way) => readFile(path(way), "utf8"),
  };
}

/** Another session in the same world: it knows nothing of what the first has read. */
export function makeSession(world: World): ExecuteContext {
  return { ...world.ctx, slots: memorySlots() };
}

/** Runs a step as an unprivileged user, for whom the directory `locked` is closed; the runner must be root. */
export async function asNobody(world: World, step: () => Promise<void>): Promise<void> {
  await chmod(world.root, 0o755);
  await chmod(world.path("locked"), 0);
  process.seteuid?.(65_534);
  try {
    await step();
  } finally {
    process.seteuid?.(0);
  }
}

/** What the model would read; `ok` is false when the check objected or the act failed. */
export interface Answer {
  readonly ok: boolean;
  readonly text: string;
}

/** Runs the check, then the act, as the pipeline does. */
export async function callTool<I, O>(tool: Tool<I, O>, input: I, ctx: ExecuteContext): Promise<Answer> {
  const objection = await tool.validateInput(input, ctx);
  if (objection !== undefined) return { ok: false, text: objection };
  try {
    const text = tool.toModel(await tool.execute(input, ctx), input);
    return { ok: true, text: typeof text === "string" ? text : JSON.stringify(text) };
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.message : String(error) };
  }
}

function contextFor(cwd: string, signal: AbortSignal, denied: ReadonlySet<string>): ExecuteContext {
  const home = homedir();
  return {
    cwd,
    home,
    workingDirectories: [cwd],
    options: {},
    resource: () => {
      throw new Error("no resources here");
    },
    slots: memorySlots(),
    callId: "call-1",
    effects: [],
    signal,
    resolve: (path) =>
      path.startsWith("~/") ? join(home, path.slice(2)) : join(isAbsolute(path) ? "/" : cwd, path),
    progress: () => undefined,
    deniedBy: () => undefined,
    isReadDenied: (path, realPath = realPathOf(path)) =>
      [path, realPath].some((place) =>
        [...denied].some((one) => place === one || place.startsWith(`${one}/`)),
      ),
    mayDenyReadsBelow: () => denied.size > 0,
    openOutput: () => {
      throw new Error("not used");
    },
    original: {},
    mode: () => "default",
    changeMode: () => undefined,
    moveTo: () => undefined,
    startAgent: () => Promise.reject(new Error("no agents here")),
    askModel: () => Promise.reject(new Error("no model here")),
    ask: async () => ({ action: "decline" }),
    call: () => {
      throw new Error("not used");
    },
  };
}

function memorySlots(): Slots {
  const values = new Map<string, Json>();
  const keyOf = (slot: Slot<Json>, key: string) => `${slot.name}\0${key}`;
  return {
    get: <V extends Json>(slot: Slot<V>, key: string) => values.get(keyOf(slot, key)) as V | undefined,
    set: (slot, key, value) => void values.set(keyOf(slot, key), value),
    delete: (slot, key) => void values.delete(keyOf(slot, key)),
    entries: <V extends Json>(slot: Slot<V>) =>
      [...values]
        .filter(([key]) => key.startsWith(`${slot.name}\0`))
        .map(([key, value]) => [key.slice(slot.name.length + 1), value as V] as const),
  };
}

function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
