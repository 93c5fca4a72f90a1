import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { Fault } from "./fault.mjs";

const ALWAYS = ["package.json", "LICENSE", "README.md"];

/** What may ship. Sources ship because the maps of what was compiled lead to them. */
const LIBRARY =
  /^(?:dist\/.+\.(?:js|d\.ts)(?:\.map)?|dist\/.+\.json|src\/.+\.(?:ts|json)|gauntlet\.manifest\.json)$/;
const COMMAND = /^dist\/(?:gauntlet\.js|chunks\/[\w.-]+\.js|(?:chunks\/)?[\w.-]+\.LEGAL\.txt|templates\/.+)$/;
const NEVER_IN_LIBRARY = /(?:^|\/)(?:tests?|fixtures|__\w+__)\/|\.(?:test|spec|bench)\./;

/**
 * Holds the files of an unpacked package against what it needs.
 * @throws Fault that names every file too many or too few.
 */
export function expectOnlyWhatShips({ directory, files, manifest, built }) {
  const paths = new Set(files.map(({ path }) => path));
  const isCommand = manifest.bin !== undefined;
  const mayShip = (path) =>
    ALWAYS.includes(path) ||
    (isCommand ? COMMAND.test(path) : LIBRARY.test(path) && !NEVER_IN_LIBRARY.test(path));

  const missing = ALWAYS.filter((path) => !paths.has(path));
  fail(
    missing,
    "the package lacks",
    directory,
    "add the file; the license comes from the repository by itself",
  );
  const tooMany = [...paths].filter((path) => !mayShip(path));
  fail(tooMany, "the package ships what nobody needs", built, "leave it out by `files` in package.json");
  if (!isCommand) expectMaps(directory, paths, built);

  const odd = JSON.stringify(manifest.dependencies ?? {}).match(/"(?:workspace|file|link|catalog):[^"]*"/);
  fail(odd ?? [], "the dependencies name", built, "pack with the program that replaces such versions");
}

/** What was compiled and its source belong together; a file whose source is gone is left from an earlier build. */
function expectMaps(directory, paths, built) {
  const orphans = [];
  const deadEnds = [];
  for (const path of paths) {
    const source = path.replace(/^dist\/(.*?)(?:\.d\.ts|\.js)(?:\.map)?$/, "src/$1.ts");
    if (source !== path && !paths.has(source)) orphans.push(path);
    if (!path.endsWith(".map")) continue;
    const { sources } = JSON.parse(readFileSync(posix.join(directory, path), "utf8"));
    for (const source of sources)
      if (!paths.has(posix.join(posix.dirname(path), source))) deadEnds.push(`${path} → ${source}`);
  }
  fail(
    orphans,
    "compiled without a source",
    built,
    "ship `src`; if the source is gone, remove `dist` and build again",
  );
  fail(deadEnds, "maps lead nowhere", built, "ship the sources, or no maps");
}

function fail(list, what, where, todo) {
  if (list.length > 0) throw new Fault({ found: `${what}: ${list.slice(0, 20).join(", ")}`, where, todo });
}
