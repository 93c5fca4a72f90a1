import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { MANIFEST_FILE, messageOf, PluginError } from "@gauntlet/core";
import { readFromTarball } from "./tarball.ts";

/** A package as a registry has it. */
export interface OfferedPackage {
  readonly name: string;
  readonly version: string;
  /** Text of its manifest; undefined when it ships none. */
  readonly manifest?: string;
}

/** A name as npm takes it, with a version, a range or a tag; nothing that could be a path, an address or an option. */
const PACKAGE = /^(@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(@[\w.^~<>=*+ -]+)?$/i;

/**
 * Fetches a package from the registry npm is set up with, and reads what it says of itself. Nothing of it runs, and
 * nothing is installed.
 * @throws GNT_PLUGIN_LOAD for what is no package name, and for a package that cannot be fetched.
 */
export async function lookAtPackage(wanted: string, cwd: string): Promise<OfferedPackage> {
  const unfetched = (why: string, cause?: unknown): never => {
    throw new PluginError("GNT_PLUGIN_LOAD", `the package \`${wanted}\` could not be fetched: ${why}`, {
      hint: isNpmMissing(cause)
        ? "install npm, or put it on PATH"
        : "check the name, the network and the registry npm is set up with",
      ...(cause !== undefined && { cause }),
    });
  };
  if (!PACKAGE.test(wanted)) {
    throw new PluginError("GNT_PLUGIN_LOAD", `\`${wanted}\` is not the name of a package`, {
      hint: "name a package of the registry, such as `gauntlet-pack-lines` or `@acme/pack@1.2.0`",
    });
  }
  const place = await mkdtemp(join(tmpdir(), "gauntlet-add-"));
  try {
    const out = await npm(["pack", wanted, "--json", "--pack-destination", place], cwd).catch(
      (cause: unknown) => unfetched(firstLine(cause), cause),
    );
    const packed = packedOf(out);
    if (packed === undefined) return unfetched("npm gave something else than one package");
    const { name, version, filename } = packed;
    const archive = await readFile(join(place, filename.replace(/^@/, "").replace("/", "-")));
    const manifest = manifestIn(archive, `${name}@${version}`);
    return { name, version, ...(manifest !== undefined && { manifest }) };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** What `npm pack --json` says it fetched; undefined when it says something else. */
function packedOf(
  out: string,
): { readonly name: string; readonly version: string; readonly filename: string } | undefined {
  try {
    const [packed] = JSON.parse(out) as readonly { name: string; version: string; filename: string }[];
    return packed;
  } catch {
    return undefined;
  }
}

/** @param what the package, for messages. */
function manifestIn(archive: Uint8Array, what: string): string | undefined {
  try {
    return readFromTarball(archive, [MANIFEST_FILE]).get(MANIFEST_FILE);
  } catch (cause) {
    throw new PluginError(
      "GNT_PLUGIN_LOAD",
      `the archive of \`${what}\` cannot be read: ${messageOf(cause)}`,
      { hint: "try again; the registry gave something else than a package", cause },
    );
  }
}

/**
 * Installs one version of a package; install scripts do not run, its own or those of what it needs.
 * @throws GNT_PLUGIN_LOAD.
 */
export async function installPackage({ name, version }: OfferedPackage, cwd: string): Promise<void> {
  await npm(["install", "--save-exact", `${name}@${version}`], cwd).catch((cause: unknown) => {
    throw new PluginError(
      "GNT_PLUGIN_LOAD",
      `the package \`${name}\` cannot be installed: ${firstLine(cause)}`,
      {
        hint: "run `npm install --ignore-scripts` and see what npm says",
        cause,
      },
    );
  });
}

/** Where npm may write down what it installed for a directory: there, or where the workspace it belongs to begins. */
export function npmLockFiles(cwd: string): readonly string[] {
  const above = dirname(cwd);
  const here = ["package-lock.json", "npm-shrinkwrap.json"].map((name) => join(cwd, name));
  return above === cwd ? here : [...here, ...npmLockFiles(above)];
}

/** Takes it out again. */
export async function removePackage({ name }: OfferedPackage, cwd: string): Promise<void> {
  await npm(["uninstall", name], cwd).catch(() => undefined);
}

async function npm(args: readonly string[], cwd: string): Promise<string> {
  const [command = "", ...rest] = args;
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const options = { cwd, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)("npm", [command, ...flags, ...rest], options)).stdout;
}

const isNpmMissing = (cause: unknown): boolean => {
  const { code, path } = (cause ?? {}) as { readonly code?: unknown; readonly path?: unknown };
  return code === "ENOENT" && path === "npm";
};

function firstLine(cause: unknown): string {
  if (isNpmMissing(cause)) return "npm was not found";
  const { stderr, message } = cause as { stderr?: string; message?: string };
  const lines = (stderr || message || "npm failed")
    .split("\n")
    .map((line) => line.replace(/^npm (error|ERR!) ?/, "").trim());
  return lines.find((line) => line !== "" && !line.startsWith("code ")) ?? "npm failed";
}
