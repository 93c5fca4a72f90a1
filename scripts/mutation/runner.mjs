// Runs each test as usual and notes which changes it comes by (phase `cover`), or once more for each change it comes by
// and that no test has noticed so far (phase `try`).
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { TestRunner } from "vitest";
import { isAbout } from "./own-tests.mjs";
import { runningFile } from "./running-file.mjs";

const { phase, work, area, atLeast, atMost, isOwn, tries } = JSON.parse(process.env.GAUNTLET_MUTATION);
const log = join(work, "noticed.log");
// Tests may replace the clock.
const { setTimeout, clearTimeout } = globalThis;
// What the changed code reads and writes.
globalThis.__stryker__ ??= {};
const switchboard = globalThis.__stryker__;

class CoverRunner extends TestRunner {
  onBeforeTryTask(test) {
    super.onBeforeTryTask(test);
    switchboard.currentTestId = test.id;
    this.started = performance.now();
    this.times ??= {};
  }

  onAfterRetryTask(test) {
    // A test that fails as it is can notice nothing.
    if (test.result.state !== "fail") this.times[test.id] = performance.now() - this.started;
    switchboard.currentTestId = undefined;
  }

  onAfterRunFiles(files) {
    super.onAfterRunFiles();
    const { perTest = {}, static: loading = {} } = switchboard.mutantCoverage ?? {};
    const ids = Object.keys(perTest).filter((id) => this.times?.[id] !== undefined);
    const name = `${files[0].id}-${basename(files[0].filepath)}.json`;
    writeFileSync(
      join(work, "covered", name),
      JSON.stringify({
        file: files[0].filepath,
        ids,
        perTest: Object.fromEntries(ids.map((id) => [id, { ms: this.times[id], hits: perTest[id] }])),
        loading: Object.keys(loading),
      }),
    );
  }
}

class TryRunner extends TestRunner {
  plan = JSON.parse(readFileSync(join(work, "plan.json"), "utf8"));
  homes = JSON.parse(readFileSync(join(work, "homes.json"), "utf8"));
  /** How many tests of this file each change came through. */
  came = new Map();

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    const { ms = -1, hits = {} } = this.plan[test.id] ?? {};
    const noticed = noticedSoFar();
    this.hits = hits;
    const isNear = isOwn || (area.near !== undefined && test.file.name.startsWith(area.near));
    this.left = Object.keys(hits)
      .filter((mutant) => !noticed.has(mutant) && isAbout(test.file.name, this.homes[mutant]) === isOwn)
      .filter((mutant) => isNear || (this.came.get(mutant) ?? 0) < tries);
    if (ms <= atLeast || ms > atMost || this.left.length === 0) test.mode = "skip";
    // One run before, and for each change one with it and perhaps one without.
    test.repeats = 2 * this.left.length;
    this.active = undefined;
    this.suspect = undefined;
    this.over = false;
  }

  onAfterRunFiles(files) {
    super.onAfterRunFiles();
    appendFileSync(join(work, `ended-${atMost}-${isOwn}.log`), `${files[0].filepath}\n`);
  }

  onBeforeTryTask(test, { repeats }) {
    super.onBeforeTryTask(test);
    test.result.state = "run";
    test.result.errors = undefined;
    if (repeats > 0 && this.suspect === undefined) {
      this.active = this.left.shift();
      this.over ||= this.active === undefined;
      writeFileSync(runningFile(work, test.file.filepath), this.active ?? "");
    }
    switchboard.hitCount = 0;
    switchboard.hitLimit = 100 * (this.hits[this.active] ?? 0);
    switchboard.activeMutant = this.active;
  }

  // Past its last change a test has nothing left to do.
  async runTask(test) {
    if (this.over) return;
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error("it takes too long")), 2_000 + 20 * this.plan[test.id].ms);
    });
    await Promise.race([TestRunner.getTestFn(test)(), late]).finally(() => clearTimeout(timer));
  }

  onAfterRetryTask(test, { repeats }) {
    switchboard.activeMutant = undefined;
    if (this.over) return;
    const failed = test.result.state === "fail";
    if (this.active !== undefined) {
      // A test that fails may have spoiled what it works on: it counts when the test passes again without the change.
      this.suspect = failed ? this.active : undefined;
      if (!failed) this.came.set(this.active, (this.came.get(this.active) ?? 0) + 1);
      this.active = undefined;
      return;
    }
    if (failed) {
      this.over = true;
      if (repeats > 0) appendFileSync(join(work, "once.log"), `${test.file.name}: ${test.name}\n`);
    } else if (this.suspect !== undefined) appendFileSync(log, `${this.suspect}\n`);
    this.suspect = undefined;
  }
}

function noticedSoFar() {
  return new Set(existsSync(log) ? readFileSync(log, "utf8").split("\n") : []);
}

export default phase === "cover" ? CoverRunner : TryRunner;
