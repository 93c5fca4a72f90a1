import { expectEnded, runProgram } from "./run-program.mjs";

/** Loads each library of a project and looks whether it exports anything. */
export async function checkLoading(scene, project, packages) {
  const names = packages.map(({ name }) => name).filter((name) => name !== "@gauntlet/cli");
  const program = `for (const name of ${JSON.stringify(names)})
  if (Object.keys(await import(name)).length === 0) throw new Error(name + " exports nothing");`;
  const ended = await runProgram(scene.node, ["--input-type=module", "-e", program], {
    cwd: project,
    env: scene.env,
  });
  const todo = "mend `exports` and `dependencies` of the package that is named";
  expectEnded(ended, { title: "loading every package", where: project, todo });
}
