import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from "../../src/config/load-config.ts";
import { createTrustStore } from "../../src/config/trust.ts";
import { isGauntletError } from "../../src/errors.ts";

/** A machine in a temporary directory: workspace, home, state and system directory, removed after the test. */
export interface Scratch {
  readonly ws: string;
  readonly home: string;
  readonly state: string;
  readonly system: string;
  /** Writes a file, objects as JSON; the path is relative to the machine's root. */
  write(path: string, content: unknown): Promise<string>;
  at(path: string): string;
  trust(dir?: string): Promise<string>;
  load(options?: Partial<LoadConfigOptions>): Promise<LoadedConfig>;
}

export async function createScratch(): Promise<Scratch> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-config-")));
  onTestFinished(async () => rm(root, { recursive: true, force: true }));
  const at = (path: string) => join(root, path);
  const [ws, home, state, system] = [at("ws"), at("home"), at("state"), at("etc")];
  for (const dir of [ws, home]) await mkdir(dir);
  return {
    ws,
    home,
    state,
    system,
    at,
    write: async (path, content) => {
      const file = at(path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, typeof content === "string" ? content : JSON.stringify(content, null, 2));
      await chmod(file, 0o644);
      return file;
    },
    trust: async (dir = ws) => createTrustStore(state, home).trust(dir),
    load: async (options = {}) =>
      loadConfig({ cwd: ws, home, env: {}, stateDir: state, managedDirectory: system, ...options }),
  };
}

/** Code, message and hint of the error a promise fails with; fails when it succeeds or fails with a foreign error. */
export async function failure(promise: Promise<unknown>) {
  const thrown: unknown = await promise.then(
    (value) => {
      throw new Error(`expected an error, got ${JSON.stringify(value)}`);
    },
    (cause: unknown) => cause,
  );
  if (!isGauntletError(thrown)) throw thrown;
  return { code: thrown.code, message: thrown.message, hint: thrown.hint ?? "" };
}

/** A plugin as a package would write it: the markers are all that core looks for. */
export const pluginCode = (name: string, contract = 1): string =>
  `const plugin = { contract: ${contract}, name: ${JSON.stringify(name)}, tools: [], apply() {} };
Object.defineProperty(plugin, Symbol.for("gauntlet.plugin"), { value: true });
`;
