// Rehearses a release: builds and packs all packages, installs the tarballs into empty projects outside the repository
// on this Node and on another one, and uses them there. `--keep` leaves the directory.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkPackages } from "./rehearse/check-packages.mjs";
import { bringNodes } from "./rehearse/nodes.mjs";
import { packPackages } from "./rehearse/pack-packages.mjs";
import { rehearseOn } from "./rehearse/rehearse-on.mjs";
import { createReport } from "./rehearse/report.mjs";

const { values } = parseArgs({ options: { keep: { type: "boolean", default: false } } });
const repository = fileURLToPath(new URL("..", import.meta.url));
const root = realpathSync(mkdtempSync(join(tmpdir(), "gauntlet-rehearsal-")));
process.once("exit", () => {
  if (values.keep) console.log(`kept: ${root}`);
  else rmSync(root, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const report = createReport();
const startedAt = performance.now();
const [tarballs, nodes] = await Promise.all([
  report.step("build and pack", () => packPackages({ repository, into: join(root, "tarballs") })),
  bringNodes(report, join(root, "nodes")),
]);
console.log(`on ${nodes.map(({ version }) => `Node ${version}`).join(" and ")}`);
if (tarballs)
  await Promise.all([
    checkPackages(report, { tarballs, into: join(root, "unpacked") }),
    ...nodes.map((node, index) =>
      rehearseOn(report, {
        ...node,
        root: join(root, `on-${node.version}`),
        repository,
        tarballs,
        hasCompiler: index === 0,
      }),
    ),
  ]);

const { passed, failed, skipped } = report.count;
console.log(`took ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
console.log(`\nrehearsal: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);
