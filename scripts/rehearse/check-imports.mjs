import { existsSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { Fault } from "./fault.mjs";

const CODE = /^dist\/(?!templates\/).+\.(?:js|d\.ts)$/;
const NAME = `["']((?:@[\\w.-]+/)?[a-z][\\w.-]*)(?:/[\\w./-]*)?["']`;
const IMPORT = new RegExp(
  `(?:\\bfrom\\s*|\\bimport\\s*\\(?\\s*|\\brequire\\(\\s*|\\.resolve\\(\\s*)${NAME}`,
  "g",
);

/**
 * Each package that the code or its types import must be a dependency: in the workspace, and beside others, it may be
 * found by luck. And each dependency must be imported.
 * @param built directory in the repository that the package was built in
 * @throws Fault for the first import without a dependency, and the first dependency without an import.
 */
export function expectDeclaredImports({ directory, files, manifest, built }) {
  const declared = new Set([
    manifest.name,
    ...Object.keys({
      ...manifest.dependencies,
      ...manifest.optionalDependencies,
      ...manifest.peerDependencies,
    }),
  ]);
  const imported = importsIn(directory, files);
  for (const [name, path] of importsOfBundle(built) ?? imported)
    if (!declared.has(name))
      throw new Fault({
        found: `\`${name}\` is imported and is no dependency of \`${manifest.name}\``,
        where: join(built, path),
        todo: "add it to `dependencies` in package.json",
      });
  for (const name of declared)
    if (name !== manifest.name && !imported.has(name))
      throw new Fault({
        found: `\`${name}\` is a dependency of \`${manifest.name}\` and nothing imports it`,
        where: join(built, "package.json"),
        todo: "take it out of `dependencies`, or make it a development dependency",
      });
}

/** Names of packages in the code, each with a file that imports it. */
function importsIn(directory, files) {
  const imported = new Map();
  for (const { path } of files.filter(({ path }) => CODE.test(path)))
    for (const [, name] of withoutComments(readFileSync(join(directory, path), "utf8")).matchAll(IMPORT))
      if (!isBuiltin(name)) imported.set(name, path);
  return imported;
}

/** A bundle holds code that is only text to it, with imports in it; what it really imports is known to the bundler. */
function importsOfBundle(built) {
  const path = join(built, "dist/meta.json");
  if (!existsSync(path)) return undefined;
  const { outputs } = JSON.parse(readFileSync(path, "utf8"));
  const external = Object.values(outputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external),
  );
  const names = external
    .map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)[0])
    .filter((name) => !isBuiltin(name));
  return new Map(names.map((name) => [name, "dist"]));
}

/** Comments quote code. */
const withoutComments = (code) => code.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");
