import { join } from "node:path";
import { checkCalls, checkDemo, checkTools, timeVersion } from "./check-command.mjs";
import { checkEmbedding } from "./check-embedding.mjs";
import { checkExample, EXAMPLES } from "./check-examples.mjs";
import { checkLoading } from "./check-loading.mjs";
import { checkSession } from "./check-session.mjs";
import { checkTypes, typeTools } from "./check-types.mjs";
import { measureInstall } from "./measure-install.mjs";
import { installProject } from "./project.mjs";
import { createScene } from "./scene.mjs";

const COMMAND = "@gauntlet/cli";

/**
 * Rehearses on one Node: the command alone, then all packages together.
 * Types are checked once, on the Node that has `hasCompiler`.
 */
export async function rehearseOn(report, { path, version, root, tarballs, repository, hasCompiler }) {
  const scene = createScene({ root, node: path, tarballs });
  const step = (title, run) => report.step(`Node ${version}: ${title}`, run);
  const note = (text) => report.note(`Node ${version}: ${text}`);

  const project = await step("install the command", () =>
    installProject(scene, "command", { ours: [COMMAND] }),
  );
  if (project) {
    await step("the size of the command", () =>
      note(`the command takes ${measureInstall(project)} MB installed`),
    );
    await step("the command without a model", () => checkCalls(scene, project));
    await step("the demo", () => checkDemo(scene, project));
    await step("the tools of the command", () => checkTools(scene, project, tarballs));
    note(`\`gauntlet --version\` took ${await timeVersion(scene, project)} ms`);
  }

  const library = await step("install all packages", () =>
    installProject(scene, "library", {
      ours: tarballs.map(({ name }) => name),
      others: hasCompiler ? typeTools(repository) : {},
    }),
  );
  if (library) {
    await step("every package loads", () => checkLoading(scene, library, tarballs));
    await step("a prompt, two plugins and a hook", async () =>
      note(`from start to first request: ${await checkSession(scene, library)} ms`),
    );
    await step("the program of the guide", () => checkEmbedding(scene, library, repository));
    for (const name of EXAMPLES)
      await step(`the example ${name}`, () =>
        checkExample(scene, library, join(repository, "examples", name)),
      );
    if (hasCompiler) await checkTypes(step, { scene, library, repository, tarballs });
  }
}
