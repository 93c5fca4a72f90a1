import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// Of Stryker, only what changes code is used. It is asked for seldom, so it is no dependency of the workspace.
const NAME = "@stryker-mutator/instrumenter";
const VERSION = "9.6.1";

/**
 * Every small change (a mutant) to some files, and each file with all of its changes in it, off until their id is
 * switched on.
 * @param files relative to `root`.
 * @returns `sources` by absolute path; `mutants` with `id`, `file`, `line`, `column`, `mutator`, `from` and `to`.
 */
export async function instrument(files, { root, home, sample }) {
  const { Instrumenter } = await load(home);
  const originals = files.map((file) => ({
    name: join(root, file),
    mutate: true,
    content: readFileSync(join(root, file), "utf8"),
  }));
  const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { files: changed, mutants } = await new Instrumenter(silent).instrument(originals, options);
  const textOf = new Map(originals.map(({ name, content }) => [name, content]));
  return {
    sources: Object.fromEntries(changed.map(({ name, content }) => [name, content])),
    mutants: mutants
      .map((mutant) => describe(mutant, root, textOf.get(mutant.fileName)))
      .filter(({ file, line, column, to }) => isChosen([file, line, column, to], sample)),
  };
}

async function load(home) {
  const at = join(home, "node_modules", NAME);
  if (!existsSync(at)) {
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), '{ "private": true }\n');
    const { status } = spawnSync(
      "npm",
      ["install", "--no-save", "--no-audit", "--no-fund", `${NAME}@${VERSION}`],
      {
        cwd: home,
        stdio: "inherit",
      },
    );
    if (status !== 0) process.exit(status ?? 1);
  }
  return import(pathToFileURL(join(at, "dist/src/index.js")).href);
}

function describe({ id, fileName, location: { start, end }, mutatorName, replacement }, root, text) {
  const lines = text.split("\n").slice(start.line, end.line + 1);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column);
  lines[0] = lines[0].slice(start.column);
  return {
    id,
    file: fileName.slice(root.length),
    line: start.line + 1,
    column: start.column + 1,
    mutator: mutatorName,
    from: lines.join("\n"),
    to: replacement,
  };
}

const isChosen = (what, sample) =>
  createHash("sha256").update(JSON.stringify(what)).digest().readUInt32BE() % sample === 0;
