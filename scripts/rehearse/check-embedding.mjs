import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Fault } from "./fault.mjs";
import { writeFiles } from "./project.mjs";
import { expectEnded, runProgram } from "./run-program.mjs";

const GUIDE = "docs/guides/embed.md";
const BLOCK = /^```ts\n\/\/ file: examples\/embedding\/src\/(\S+)\n([\s\S]*?)^```$/gm;
const LINKED = /\(\.\.\/\.\.\/examples\/embedding\/(src\/\S+?)\)/g;

const SAYS = [
  "wants      read package.json",
  "decided    allow: it reads inside the working directories",
  "decided    deny: rule `Read(.env)` of host denies reading it",
  "decided    deny: answered by example",
  "ended      done",
];

/** Runs the program of the guide, as a reader would who has copied it into a project of theirs. */
export async function checkEmbedding(scene, project, repository) {
  const directory = join(project, "embedding");
  const guide = readFileSync(join(repository, GUIDE), "utf8");
  const shown = [...guide.matchAll(BLOCK)].map(([, file, code]) => [`src/${file}`, code]);
  if (!shown.some(([file]) => file === "src/main.ts"))
    throw new Fault({
      found: "no block that starts with `// file: examples/embedding/src/main.ts`",
      where: GUIDE,
      todo: "let the guide show the program, or change the pattern of the rehearsal",
    });
  mkdirSync(join(directory, "src"), { recursive: true });
  for (const [, file] of guide.matchAll(LINKED))
    copyFileSync(join(repository, "examples/embedding", file), join(directory, file));
  writeFiles(directory, {
    "package.json": JSON.stringify({ name: "embedding", private: true, type: "module" }),
    ...Object.fromEntries(shown),
  });
  const ended = await runProgram(scene.node, [await runnable(scene, project, directory)], {
    cwd: directory,
    env: scene.env,
  });
  const todo = "change the guide or the packages until they fit";
  expectEnded(ended, { title: `the program of ${GUIDE}`, where: directory, stdout: SAYS, todo });
}

/** A Node that leaves types out runs the program as it is; for an older one it is compiled. */
async function runnable(scene, project, directory) {
  const main = "src/main.ts";
  const { stdout } = await runProgram(scene.node, ["-p", "process.features.typescript"], { env: scene.env });
  if (stdout.trim() === "strip") return main;
  const compiler = join(project, "node_modules/typescript/bin/tsc");
  const options = ["--noCheck", "--target", "es2023", "--module", "nodenext", "--types", "node"];
  const emit = [
    "--rewriteRelativeImportExtensions",
    "--rootDir",
    "src",
    "--outDir",
    "dist",
    "--ignoreConfig",
  ];
  const compiled = await runProgram(scene.node, [compiler, ...options, ...emit, main], {
    cwd: directory,
    env: scene.env,
  });
  const todo = "change the guide or the types until they fit";
  expectEnded(compiled, { title: `the compiler, for ${GUIDE},`, where: directory, todo });
  return join("dist", `${basename(main, ".ts")}.js`);
}
