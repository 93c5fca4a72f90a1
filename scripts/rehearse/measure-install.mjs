import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./fault.mjs";

const MAX_INSTALL_BYTES = 60 * 1024 * 1024;
const BLOCK_BYTES = 512;

/** What a file or directory takes on the disk, as `du` counts it: blocks, each file once however many names it has. */
function diskBytes(path, seen = new Set()) {
  const stats = lstatSync(path);
  if (stats.ino !== 0 && seen.has(stats.ino)) return 0;
  seen.add(stats.ino);
  const own = stats.blocks === undefined ? stats.size : stats.blocks * BLOCK_BYTES;
  if (!stats.isDirectory()) return own;
  return readdirSync(path).reduce((sum, name) => sum + diskBytes(join(path, name), seen), own);
}

/**
 * Holds an installation of the command against its limit.
 * @returns its size in MB.
 * @throws Fault above the limit, with its largest parts.
 */
export function measureInstall(project) {
  const modules = join(project, "node_modules");
  const bytes = diskBytes(modules);
  if (bytes <= MAX_INSTALL_BYTES) return inMegabytes(bytes);
  const parts = readdirSync(modules)
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(modules, name)).map((own) => join(name, own)) : [name],
    )
    .map((name) => ({ name, bytes: diskBytes(join(modules, name)) }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 5)
    .map(({ name, bytes }) => `${name} ${inMegabytes(bytes)} MB`);
  throw new Fault({
    found: `the command takes ${inMegabytes(bytes)} MB with all it needs, and may take ${inMegabytes(MAX_INSTALL_BYTES)}: ${parts.join(", ")}`,
    where: modules,
    todo: "make the largest part smaller, optional, or do without it",
  });
}

const inMegabytes = (bytes) => (bytes / 1024 ** 2).toFixed(1);
