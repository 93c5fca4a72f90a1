// Mutation testing: changes the code in small ways and counts the changes that no test notices.
// Usage: node scripts/mutation.mjs [area…] [--only FILE,…] [--sample N] [--tries N] [--workers N] [--json]
// An area is one of `mutation/areas.mjs`, default: all. `--only` takes some of its files, by name; `--sample` about one
// change in N; `--tries` gives up on a change that the tests of its file and N tests of each other file ran without
// noticing; `--json` also writes what became of each change to `node_modules/.cache/mutation/AREA/result.json`.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { AREAS, sourcesOf } from "./mutation/areas.mjs";
import { instrument } from "./mutation/instrument.mjs";
import { summaryOf } from "./mutation/summary.mjs";
import { tryAll } from "./mutation/try-all.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const home = join(root, "node_modules/.cache/mutation");

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: "string", default: "" },
    sample: { type: "string", default: "1" },
    tries: { type: "string", default: "1000" },
    workers: { type: "string", default: "2" },
    json: { type: "boolean", default: false },
  },
});
const unknown = names.find((name) => !AREAS[name]);
if (unknown) fail(`there is no area \`${unknown}\`; there are ${Object.keys(AREAS).join(", ")}`);
if (![values.sample, values.tries, values.workers].every((text) => /^[1-9]\d*$/.test(text)))
  fail("`--sample`, `--tries` and `--workers` take a whole number above 0");

const summaries = [];
for (const name of names.length > 0 ? names : Object.keys(AREAS)) {
  const files = sourcesOf(root, AREAS[name], values.only);
  if (files.length > 0) summaries.push(await proveArea(name, files));
}
if (summaries.length === 0) fail("no file of these areas is chosen");
console.log(`\n${summaries.join("\n\n")}`);

async function proveArea(name, files) {
  const work = join(home, name);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const { sources, mutants } = await instrument(files, { root, home, sample: Number(values.sample) });
  writeFileSync(join(work, "sources.json"), JSON.stringify(sources));
  console.log(`── ${name}: ${mutants.length} changes in ${files.length} files`);
  const [workers, tries] = [Number(values.workers), Number(values.tries)];
  const results = tryAll(mutants, { root, work, area: AREAS[name], workers, tries });
  if (values.json) writeFileSync(join(work, "result.json"), JSON.stringify(results, null, 1));
  return summaryOf(name, results);
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
