import { cpSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Fault } from "./fault.mjs";
import { expectEnded, runProgram } from "./run-program.mjs";

/** Those that need nothing but our packages and Node. */
export const EXAMPLES = ["minimal-pack", "org-policy"];

/** Copies an example below a project that has our packages installed, and runs the example's own tests there. */
export async function checkExample(scene, project, example) {
  const directory = join(project, basename(example));
  cpSync(example, directory, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  const { dependencies, devDependencies } = readManifest(directory);
  const installed = readManifest(project).dependencies;
  for (const name of Object.keys({ ...dependencies, ...devDependencies }))
    if (installed[name] === undefined)
      throw new Fault({
        found: `the example needs \`${name}\`, which is no package of ours`,
        where: join(example, "package.json"),
        todo: "let the rehearsal install it, or the example do without it",
      });
  const ended = await runProgram("npm", ["test"], { cwd: directory, env: scene.env });
  const todo = "run `npm test` there with --keep";
  expectEnded(ended, { title: "the tests", where: directory, stdout: [/pass [1-9]/, /fail 0/], todo });
}

const readManifest = (directory) => JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
