// Everything CI runs, in the order that fails soonest. `npm test -- ARGS` runs only vitest with ARGS.
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const env = {
  ...process.env,
  NO_COLOR: "1",
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
};
delete env.FORCE_COLOR;

const only = process.argv.slice(2);
const vitest = ["vitest", "run", "--reporter=default", "--reporter=./scripts/count-reporter.mjs"];

run("system packages", [process.execPath, "scripts/system-packages.mjs"]);
if (only.length > 0) {
  run("tests", [...vitest, ...only]);
} else {
  run("lint", ["biome", "ci", "--colors=off", "."]);
  run("types of tests", ["tsc", "-p", "tsconfig.test.json"]);
  run("unused code", ["knip"]);
  installStrace();
  // It builds as for a release; the tests of the command want the switches that only tests need.
  run("rehearsal of a release", [process.execPath, "scripts/rehearse.mjs"]);
  run("build", [process.execPath, "scripts/build.mjs", "--if-stale"]);
  run("tests", vitest);
}

/** Tests trace on Linux which files tools open. Without the program they fail; nothing is skipped. */
function installStrace() {
  const isThere = () => spawnSync("strace", ["-V"]).status === 0;
  if (process.platform !== "linux" || isThere()) return;
  console.log("\n── strace\n   not found; trying to install it");
  const apt = ["apt-get", "install", "-y", "--no-install-recommends", "strace"];
  for (const args of [["apt-get", "update"], apt]) {
    const [command, ...rest] = process.getuid() === 0 ? args : ["sudo", "-n", ...args];
    spawnSync(command, rest, { stdio: "ignore" });
  }
  if (!isThere()) console.log("   install the package `strace`: tests that trace files fail without it");
}

function run(title, [command, ...args]) {
  const startedAt = performance.now();
  console.log(`\n── ${title}`);
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (error) console.error(error.message);
  if (status !== 0) {
    if (title !== "tests") console.log("\n0 passed, 1 failed");
    process.exit(status ?? 1);
  }
  console.log(`   ${title}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
