import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Fault } from "./fault.mjs";
import { npm } from "./npm.mjs";

/** Ask for Node 22 and are seen to work on 20: the command reads a PDF in this rehearsal. */
const WORKS_ALL_THE_SAME = ["unpdf"];

/**
 * Makes an empty project and installs packages into it: ours from their tarballs, others from the registry.
 * @param ours names of our packages
 * @param others `name: version` of further packages
 * @returns its absolute directory.
 */
export async function installProject(scene, name, { ours, others = {} }) {
  const directory = join(scene.root, name);
  const fileOf = Object.fromEntries(scene.tarballs.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const dependencies = Object.fromEntries(ours.map((name) => [name, fileOf[name]]));
  writeFiles(directory, {
    "package.json": JSON.stringify({
      private: true,
      type: "module",
      dependencies: { ...dependencies, ...others },
      overrides: fileOf,
    }),
  });
  await install(scene, directory);
  return directory;
}

async function install(scene, directory) {
  const { stderr } = await npm(["install"], { cwd: directory, env: scene.env });
  expectOurs(directory);
  expectEngines(stderr, directory);
}

/** Writes files given by path relative to the directory. */
export function writeFiles(directory, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  }
}

/** Each package of ours must have come from a tarball: a package of that name in a registry would be somebody else's. */
function expectOurs(directory) {
  const { packages } = JSON.parse(readFileSync(join(directory, "package-lock.json"), "utf8"));
  for (const [path, { resolved }] of Object.entries(packages))
    if (
      path.includes("node_modules/@gauntlet/") &&
      !path.includes("/node_modules/", path.indexOf("@gauntlet/"))
    )
      if (!resolved?.startsWith("file:"))
        throw new Fault({
          found: `\`${path}\` came from \`${resolved}\` and not from a tarball`,
          where: join(directory, "package-lock.json"),
          todo: "let the versions of our packages fit each other",
        });
}

/** npm warns of packages that ask for a newer Node than ours, and a strict setting of a user makes that an error. */
function expectEngines(stderr, directory) {
  for (const [, name] of stderr.matchAll(/EBADENGINE\s+package: '(.+)@[^@']+'/g))
    if (!WORKS_ALL_THE_SAME.includes(name))
      throw new Fault({
        found: `\`${name}\` asks for another Node than the one it is installed on`,
        where: directory,
        todo: "take a version for the Node that our `engines` promise",
      });
}
