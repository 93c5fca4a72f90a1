import { cp, mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { DependencyGroup, Manifest, Published } from "./local-registry.ts";
import { type Npm, runNpm } from "./run-npm.ts";

/**
 * Makes the tarballs a registry would hold: the given packages of this workspace as they would be published, and
 * every third-party package they need, packed from where it is installed.
 * @param directories absolute directories of workspace packages, built.
 */
export async function packPackages(npm: Npm, directories: readonly string[]): Promise<Published[]> {
  const own = await Promise.all(directories.map((directory) => realpath(directory)));
  const needed = new Set(own);
  for (const directory of needed) for (const found of await dependenciesOf(directory)) needed.add(found);
  const sources = await Promise.all(
    [...needed].map((directory, i) => publishable(directory, join(npm.root, "publishable", String(i)))),
  );
  const target = join(npm.root, "tarballs");
  await mkdir(target, { recursive: true });
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", target, ...sources];
  const packed = JSON.parse((await runNpm(npm, npm.root, args)).stdout) as PackedByNpm;
  const files = Array.isArray(packed) ? packed : Object.values(packed);
  return Promise.all(
    sources.map(async (directory) => {
      const manifest = await manifestOf(directory);
      const file = files.find(({ name, version }) => name === manifest.name && version === manifest.version);
      return { manifest, tarball: await readFile(join(target, file?.filename ?? "missing")) };
    }),
  );
}

interface PackedFile {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
}

/** A list, or in newer versions of npm an object by package name. */
type PackedByNpm = readonly PackedFile[] | Readonly<Record<string, PackedFile>>;

/**
 * A copy with exact versions in place of `workspace:` links, as publishing makes it. Copies are packed because an
 * installer may have made equal files one file, which npm does not pack.
 */
async function publishable(directory: string, copy: string): Promise<string> {
  const isLeftOut = (path: string): boolean => relative(directory, path).split("/").includes("node_modules");
  await cp(directory, copy, { recursive: true, filter: (path) => !isLeftOut(path) });
  const manifest = await manifestOf(directory);
  const published: { -readonly [K in keyof Manifest]: Manifest[K] } = { ...manifest };
  for (const group of ["dependencies", "devDependencies"] as const)
    if (manifest[group]) published[group] = await withoutLinks(manifest[group], directory);
  await writeFile(join(copy, "package.json"), JSON.stringify(published, null, 2));
  return copy;
}

async function withoutLinks(group: DependencyGroup, directory: string): Promise<DependencyGroup> {
  const exact = Object.entries(group).map(async ([name, range]) => {
    if (!range.startsWith("workspace:")) return [name, range] as const;
    return [name, (await manifestOf(await locate(name, directory))).version] as const;
  });
  return Object.fromEntries(await Promise.all(exact));
}

/** Real directories of what a package needs at run time; peers are needed unless they are optional. */
async function dependenciesOf(directory: string): Promise<string[]> {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = await manifestOf(directory);
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return Promise.all([...Object.keys(dependencies), ...peers].map((name) => locate(name, directory)));
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
