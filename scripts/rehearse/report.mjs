/** Prints what was rehearsed, step by step, and counts. A step that fails says so once and leaves the others alone. */
export function createReport(print = console.log) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  return {
    count,
    note: (text) => print(`        ${text}`),
    skip(title, why) {
      count.skipped += 1;
      print(`LEFT OUT  ${title}\n${why.replaceAll(/^/gm, "        ")}`);
    },
    /** Runs a step; undefined if it failed. What it returns besides is passed on. */
    async step(title, run) {
      const startedAt = performance.now();
      try {
        const result = await run();
        count.passed += 1;
        print(`passed  ${title} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
        return result ?? true;
      } catch (error) {
        count.failed += 1;
        const text = error.name === "Fault" ? error.message : error.stack;
        print(`FAILED  ${title}\n${text.replaceAll(/^/gm, "        ")}`);
        return undefined;
      }
    },
  };
}
