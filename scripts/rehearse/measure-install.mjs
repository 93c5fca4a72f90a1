import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./fault.mjs";

const MAX_INSTALL_BYTES = 60 * 1024 * 1024;
const BLOCK_BYTES = 512;

/** What a directory takes on the disk, as `du` counts it: blocks, each file once however many names it has. */
function diskBytes(directory, seen = new Set()) {
  const own = (path) => {
    const { blocks, size, ino } = lstatSync(path);
    if (ino !== 0 && seen.has(ino)) return 0;
    seen.add(ino);
    return blocks === undefined ? size : blocks * BLOCK_BYTES;
  };
  let sum = own(directory);
  for (const item of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, item.name);
    sum += item.isDirectory() ? diskBytes(path, seen) : own(path);
  }
  return sum;
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
