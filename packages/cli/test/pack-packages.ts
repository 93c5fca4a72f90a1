import { execFile } from "node:child_process";
import { cp, mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import type { DependencyGroup, Manifest, Published } from "./local-registry.ts";
import { type Npm, runNpm } from "./run-npm.ts";

/**
 * Makes the tarballs a registry would hold: the given packages of this workspace, packed by npm as they would be
 * published, and every third-party package they need, packed as it is installed.
 * @param directories absolute directories of workspace packages, built.
 * @param others absolute directories of further third-party packages.
 */
export async function packPackages(
  npm: Npm,
  directories: readonly string[],
  others: readonly string[] = [],
): Promise<Published[]> {
  const own = await Promise.all(directories.map((directory) => realpath(directory)));
  const needed = new Set([...own, ...(await Promise.all(others.map((directory) => realpath(directory))))]);
  for (const directory of needed) for (const found of await dependenciesOf(directory)) needed.add(found);
  const copies = await Promise.all(
    [...needed].map(async (directory, i) => {
      // The top directory of a tarball of npm has this name.
      const copy = join(npm.root, "packing", String(i), "package");
      await copyPublishable(directory, copy);
      return copy;
    }),
  );
  const tarballs = await Promise.all([
    ...(await packWithNpm(npm, copies.slice(0, own.length))),
    ...copies.slice(own.length).map(packAsItIs),
  ]);
  return Promise.all(
    copies.map(async (copy, i) => ({
      manifest: await manifestOf(copy),
      tarball: await readFile(tarballs[i] ?? "missing"),
    })),
  );
}

/** Copies a package with exact versions in place of `workspace:` links, as publishing makes it. */
async function copyPublishable(directory: string, copy: string): Promise<void> {
  const isLeftOut = (path: string): boolean => relative(directory, path).split("/").includes("node_modules");
  // An installer may have made equal files one file; a copy has them apart again, as npm can pack them.
  await cp(directory, copy, { recursive: true, filter: (path) => !isLeftOut(path) });
  const manifest = await manifestOf(directory);
  const published: { -readonly [K in keyof Manifest]: Manifest[K] } = { ...manifest };
  for (const group of ["dependencies", "devDependencies"] as const)
    if (manifest[group]) published[group] = await withoutLinks(manifest[group], directory);
  await writeFile(join(copy, "package.json"), JSON.stringify(published, null, 2));
}

async function withoutLinks(group: DependencyGroup, directory: string): Promise<DependencyGroup> {
  const exact = Object.entries(group).map(async ([name, range]) => {
    if (!range.startsWith("workspace:")) return [name, range] as const;
    return [name, (await manifestOf(await locate(name, directory))).version] as const;
  });
  return Object.fromEntries(await Promise.all(exact));
}

/** Leaves out what a package does not publish. One process packs all: starting npm is most of the time. */
async function packWithNpm(npm: Npm, packages: readonly string[]): Promise<readonly string[]> {
  const target = join(npm.root, "tarballs");
  await mkdir(target, { recursive: true });
  await runNpm(npm, npm.root, ["pack", "--pack-destination", target, ...packages]);
  const manifests = await Promise.all(packages.map(manifestOf));
  return manifests.map(({ name, version }) =>
    join(target, `${name.replace(/^@/, "").replace("/", "-")}-${version}.tgz`),
  );
}

async function packAsItIs(directory: string): Promise<string> {
  const file = join(dirname(directory), "package.tgz");
  // Weakly compressed: nobody sends these anywhere.
  const env = { ...process.env, GZIP: "-1" };
  await promisify(execFile)("tar", ["-czf", file, "-C", dirname(directory), "package"], { env });
  return file;
}

/**
 * Real directories of what a package needs at run time; peers are needed unless they are optional, and of optional
 * dependencies those that are there.
 */
async function dependenciesOf(directory: string): Promise<string[]> {
  const manifest = await manifestOf(directory);
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = manifest;
  const peers = Object.keys(peerDependencies).filter(
    (name) => !manifest.peerDependenciesMeta?.[name]?.optional,
  );
  const optional = await Promise.all(
    Object.keys(optionalDependencies).map((name) => locate(name, directory).catch(() => [])),
  );
  const needed = [...Object.keys(dependencies), ...peers].filter((name) => !(name in optionalDependencies));
  return [...(await Promise.all(needed.map((name) => locate(name, directory)))), ...optional.flat()];
}

/** Looks where Node looks: in the `node_modules` of the directory and of those above it. */
async function locate(name: string, from: string): Promise<string> {
  try {
    return await realpath(join(from, "node_modules", name));
  } catch {
    if (from === dirname(from)) throw new Error(`\`${name}\` is not installed`);
    return locate(name, dirname(from));
  }
}

async function manifestOf(directory: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as Manifest;
}
