import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "./project.mjs";
import { expectEnded, runProgram } from "./run-program.mjs";

/** What a consumer in TypeScript installs besides, in the versions of this repository. */
export function typeTools(repository) {
  const { devDependencies } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  return { typescript: devDependencies.typescript, "@types/node": devDependencies["@types/node"] };
}

const SOURCES = ["embedding/src", "plugin/src", "minimal-pack/src", "org-policy/src"];

const COMPILER_OPTIONS = {
  target: "es2023",
  lib: ["es2023"],
  types: ["node"],
  noEmit: true,
  allowImportingTsExtensions: true,
  allowJs: true,
  checkJs: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  // What is wrong in our declarations is to be seen here.
  skipLibCheck: false,
};

const RESOLUTIONS = {
  nodenext: { module: "nodenext", moduleResolution: "nodenext" },
  bundler: { module: "esnext", moduleResolution: "bundler" },
};

/** Type-checks consumers in strict mode: one that imports every package, and the sources of the examples. */
export async function checkTypes(step, { scene, library, repository, tarballs }) {
  const directory = join(library, "consumer");
  for (const path of SOURCES)
    cpSync(join(repository, "examples", path), join(directory, path), { recursive: true });
  writeFiles(directory, { "all.ts": importAll(tarballs) });
  for (const [name, resolution] of Object.entries(RESOLUTIONS))
    await step(`types, ${name}`, async () => {
      const config = { compilerOptions: { ...COMPILER_OPTIONS, ...resolution }, include: ["."] };
      writeFiles(directory, { [`tsconfig.${name}.json`]: JSON.stringify(config) });
      const compiler = join(library, "node_modules/typescript/bin/tsc");
      const ended = await runProgram(scene.node, [compiler, "-p", `tsconfig.${name}.json`], {
        cwd: directory,
        env: scene.env,
      });
      expectEnded(ended, {
        title: "the compiler",
        where: directory,
        todo: "mend the declarations, or add the package they come from to `dependencies`",
      });
    });
}

/** The command is no library; every other package is imported whole, and `any` in its place is an error. */
function importAll(tarballs) {
  const names = tarballs.map(({ name }) => name).filter((name) => name !== "@gauntlet/cli");
  const lines = names.flatMap((name, index) => [
    `import * as package${index} from "${name}";`,
    `export const known${index}: 0 extends 1 & typeof package${index} ? never : typeof package${index} = package${index};`,
  ]);
  return `${lines.join("\n")}\n`;
}
