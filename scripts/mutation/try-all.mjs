import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isAbout } from "./own-tests.mjs";
import { runningFile } from "./running-file.mjs";

// Quick tests first, and of these the ones about the very file: most changes
// are noticed by one of them, and then the others need not run for it.
const ROUNDS = [30, 200, 1_000, 3_000].flatMap((atMost, i, all) =>
  [true, false].map((isOwn) => ({ atLeast: all[i - 1] ?? -1, atMost, isOwn })),
);

/**
 * Finds out which changes make a test fail.
 * @returns the mutants with a `state` each: `noticed`, `survived`, `untested` (no test runs the code) or `loading` (the
 * code runs only while a module loads, where a change can not be switched on).
 */
export function tryAll(mutants, { root, work, area, workers, tries }) {
  const run = (phase, files, env = {}) =>
    vitest(files, { root, area, workers, phase, env: { ...env, work } });
  for (const name of ["covered", "running"]) mkdirSync(join(work, name));
  if (run("cover", []) !== 0) {
    console.error("the tests named above fail without any change; they are left out");
    process.exitCode = 1;
  }
  const tests = readdirSync(join(work, "covered")).map((name) =>
    JSON.parse(readFileSync(join(work, "covered", name), "utf8")),
  );
  const wanted = new Set(mutants.map(({ id }) => id));
  const plan = planOf(tests, wanted);
  writeFileSync(join(work, "plan.json"), JSON.stringify(plan));
  const homes = Object.fromEntries(mutants.map(({ id, file }) => [id, basename(file, ".ts")]));
  writeFileSync(join(work, "homes.json"), JSON.stringify(homes));
  for (const { atLeast, atMost, isOwn } of ROUNDS) {
    const noticed = noticedIn(work);
    const files = tests
      .filter(({ file, ids }) =>
        ids.some((id) => {
          const { ms = -1, hits = {} } = plan[id] ?? {};
          const isLeft = (mutant) => !noticed.has(mutant) && isAbout(file, homes[mutant]) === isOwn;
          return ms > atLeast && ms <= atMost && Object.keys(hits).some(isLeft);
        }),
      )
      .map(({ file }) => file);
    if (files.length === 0) continue;
    const whose = isOwn ? "own tests" : "tests";
    console.log(`${whose} of up to ${atMost} ms in ${files.length} files; noticed so far: ${noticed.size}`);
    let left = files;
    for (let known = -1; left.length > 0 && noticedIn(work).size > known; ) {
      known = noticedIn(work).size;
      run("try", left, { atLeast, atMost, isOwn, tries });
      const ended = linesOf(join(work, `ended-${atMost}-${isOwn}.log`));
      left = left.filter((file) => !ended.has(file));
      for (const file of left) noteCulprit(work, file);
    }
    if (left.length > 0) console.log(["these tests did not come to their end:", ...left].join("\n  "));
  }
  const once = linesOf(join(work, "once.log"));
  if (once.size > 0) console.log(["tests that pass only once in a process:", ...once].join("\n  "));
  return withStates(mutants, tests, noticedIn(work));
}

/** What each test runs, by its id, without the mutants that are not wanted. */
function planOf(tests, wanted) {
  return Object.fromEntries(
    tests.flatMap(({ perTest }) =>
      Object.entries(perTest).map(([id, { ms, hits }]) => [
        id,
        { ms, hits: Object.fromEntries(Object.entries(hits).filter(([mutant]) => wanted.has(mutant))) },
      ]),
    ),
  );
}

function withStates(mutants, tests, noticed) {
  const tested = new Set(
    tests.flatMap(({ perTest }) => Object.values(perTest).flatMap(({ hits }) => Object.keys(hits))),
  );
  const loading = new Set(tests.flatMap(({ loading }) => loading));
  const stateOf = (id) => {
    if (noticed.has(id)) return "noticed";
    // What was run while a module loaded may have left its mark for good.
    if (loading.has(id)) return "loading";
    return tested.has(id) ? "survived" : "untested";
  };
  return mutants.map((mutant) => ({ ...mutant, state: stateOf(mutant.id) }));
}

/** A change that ended the process of a file of tests was noticed. Without one, it was too much for the process. */
function noteCulprit(work, file) {
  const [mutant] = linesOf(runningFile(work, file));
  if (mutant !== undefined && !noticedIn(work).has(mutant))
    appendFileSync(join(work, "noticed.log"), `${mutant}\n`);
}

const noticedIn = (work) => linesOf(join(work, "noticed.log"));

function linesOf(log) {
  return new Set(existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : []);
}

function vitest(files, { root, area, workers, phase, env }) {
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, "node_modules/vitest/vitest.mjs"),
      ...["run", "--config", join(root, "scripts/mutation/vitest.config.ts")],
      ...(phase === "cover"
        ? ["--reporter=dot"]
        : ["--silent", "--reporter", join(root, "scripts/mutation/no-report.mjs")]),
      ...files,
    ],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        // A test that runs hundreds of times adds more listeners than Node finds right.
        NODE_NO_WARNINGS: "1",
        GAUNTLET_PROOF_RUNS: "10",
        GAUNTLET_MUTATION: JSON.stringify({ area, workers, phase, ...env }),
      },
    },
  );
  return status;
}
