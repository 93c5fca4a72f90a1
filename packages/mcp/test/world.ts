import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Answerer,
  type ConfiguredServer,
  Gauntlet,
  type GauntletOptions,
  type Session,
} from "@gauntlet/core";
import { onTestFinished } from "vitest";
import { setUpMcp } from "../src/index.ts";

const rawServer = fileURLToPath(new URL("raw-server.mjs", import.meta.url));

/** What a raw server of a test does. */
export interface RawScript {
  readonly tools?: readonly object[];
  readonly acts?: Readonly<Record<string, object>>;
  readonly at?: Readonly<Record<string, "exit" | "kill" | "silence" | "garbage" | "wrong">>;
  readonly [more: string]: unknown;
}

/** What is said of one session. */
export interface WorldSessionOptions extends Partial<GauntletOptions> {
  readonly env?: Record<string, string>;
  /** Id of the session that goes on. */
  readonly resume?: string;
}

/** A machine in a temporary directory with servers of our own. */
export interface McpWorld {
  readonly root: string;
  readonly state: string;
  /** Words for people so far. */
  readonly warnings: string[];
  /** What `mcpServers` says; names to entries. */
  readonly servers: Record<string, unknown>;
  /** What a lock file names of servers; names to hashes. */
  readonly locks: Record<string, string>;
  /** Writes a raw server's script and names it; its log is read with `received`. */
  raw(name: string, script: RawScript, entry?: object): void;
  /** Messages a raw server got, over all its lives. */
  received(name: string, method?: string): readonly Record<string, never>[];
  /** Process ids of all lives of a raw server. */
  pids(name: string): readonly number[];
  log(name: string): readonly Record<string, never>[];
  session(options?: WorldSessionOptions): Promise<Session>;
}

export function createMcpWorld(): McpWorld {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "gauntlet-mcp-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const state = join(root, "state");
  const warnings: string[] = [];
  const servers: Record<string, unknown> = {};
  const locks: Record<string, string> = {};
  const log = (name: string): readonly Record<string, never>[] => {
    const file = join(root, `${name}.log`);
    if (!existsSync(file)) return [];
    return readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, never>);
  };
  return {
    root,
    state,
    warnings,
    servers,
    locks,
    log,
    raw(name, script, entry = {}) {
      const file = join(root, `${name}.json`);
      writeFileSync(file, JSON.stringify({ log: join(root, `${name}.log`), ...script }));
      servers[name] = { command: process.execPath, args: [rawServer, file], ...entry };
    },
    received: (name, method) =>
      log(name).flatMap(({ received }) =>
        received && (method === undefined || received["method"] === method) ? [received] : [],
      ),
    pids: (name) => log(name).flatMap(({ started }) => (started ? [started as number] : [])),
    async session({ env = {}, resume, ...options } = {}) {
      const { plugin, problems } = await setUpMcp({
        servers: Object.entries(servers).map(
          ([name, value]): ConfiguredServer => ({
            ...{ name, value, source: "cli", place: "`test`", scope: root },
            ...(locks[name] !== undefined && { locked: locks[name] }),
          }),
        ),
        stateDirectory: state,
        roots: [root],
        env: { ...process.env, ...env },
        trustEffects: options.trustEffects ?? [],
      });
      warnings.push(...problems);
      const gauntlet = new Gauntlet({
        // These tests look at definitions; what is deferred is tested where it is decided.
        deferral: { policy: "off" },
        plugins: plugin ? [plugin] : [],
        cwd: root,
        home: join(root, "home"),
        stateDirectory: state,
        answerers: [YES],
        onLog: ({ level, text }) => void (level === "warn" && warnings.push(text)),
        ...options,
      });
      const session = await gauntlet.session(resume === undefined ? {} : { resume });
      onTestFinished(() => session.close().catch(() => undefined));
      return session;
    },
  };
}

/** A person who says yes to everything. */
export const YES: Answerer = { name: "test", answer: async () => ({ behavior: "allow" }) };

/** Names of the tools of servers in the pool. */
export async function namesIn(session: Session): Promise<readonly string[]> {
  return (await session.tools()).definitions
    .map(({ name }) => name)
    .filter((name) => name.startsWith("mcp__"));
}

/** Runs one call and gives its outcome and the text the model reads. */
export async function callOne(
  session: Session,
  tool: string,
  input: unknown = {},
  signal?: AbortSignal,
): Promise<{ readonly outcome: string; readonly text: string; readonly content: unknown }> {
  const [settled] = await session.call([{ tool, input }], signal ? { signal } : {});
  if (settled === undefined) throw new Error("no call was made");
  const { content } = settled.block;
  const text =
    typeof content === "string"
      ? content
      : content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  return { outcome: settled.outcome, text, content };
}

/** What would be decided about a call. */
export async function decide(session: Session, tool: string, input: unknown = {}): Promise<string> {
  const explained = await session.explain({ tool, input });
  return "decision" in explained ? explained.decision.behavior : explained.outcome;
}

/** Whether a process is still there. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
