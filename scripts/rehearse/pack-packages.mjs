import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./fault.mjs";
import { runProgram } from "./run-program.mjs";

/**
 * Builds all packages as for a release and packs those that are public, with the program that publishes them.
 * @returns of each its name, manifest in the repository, and tarball; by name.
 */
export async function packPackages({ repository, into }) {
  const must = async (title, program, args) => {
    const ended = await runProgram(program, args, { cwd: repository, env: process.env });
    if (ended.code === 0) return;
    const output = `${ended.stdout}\n${ended.stderr}`.trim().slice(-3000);
    throw new Fault({ found: `${title} failed\n${output}`, where: repository, todo: "mend the build first" });
  };
  await must("the release build", process.execPath, ["scripts/build.mjs", "--release"]);
  mkdirSync(into, { recursive: true });
  const { packageManager } = readManifest(repository);
  const pack = ["-r", "--filter", "./packages/*", "pack", "--pack-destination", into];
  await must("packing", "npx", ["-y", packageManager, ...pack]);
  return readdirSync(join(repository, "packages"))
    .map((name) => join(repository, "packages", name))
    .map((directory) => ({ directory, manifest: readManifest(directory) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ directory, manifest: { name, version } }) => {
      const tarball = join(into, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
      if (!existsSync(tarball))
        throw new Fault({
          found: `no tarball of \`${name}\``,
          where: into,
          todo: `see why \`${packageManager} pack\` leaves ${directory} out`,
        });
      return { name, directory, tarball };
    });
}

const readManifest = (directory) => JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
