// Compiles the libraries with tsc and bundles the command (entry and chunks) with esbuild.
// --if-stale: only when sources changed since the last build. --quiet: no word when all is well.
// --release: without the switches that only tests need.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dropOrphans } from "./build-steps/drop-orphans.mjs";
import { offerRequire } from "./build-steps/offer-require.mjs";
import { settleSwitches } from "./build-steps/settle-switches.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const cliDist = join(root, "packages/cli/dist");
const templates = join(root, "packages/cli/templates");
const stamp = join(cliDist, ".build-stamp");
const SCRIPTS = [
  "scripts/build.mjs",
  "scripts/build-steps/drop-orphans.mjs",
  "scripts/build-steps/offer-require.mjs",
  "scripts/build-steps/settle-switches.mjs",
];
const isRelease = process.argv.includes("--release");
const want = hashSources();

if (process.argv.includes("--if-stale") && existsSync(stamp) && readFileSync(stamp, "utf8") === want)
  process.exit(0);
const log = process.argv.includes("--quiet") ? () => {} : console.error;

log("compiling the packages");
const compiled = spawnSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b"], {
  cwd: root,
  stdio: ["ignore", 2, 2],
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);
for (const name of readdirSync(join(root, "packages")).filter((name) => name !== "cli"))
  dropOrphans(join(root, "packages", name));
await settleSwitches(root);

log("bundling the command");
await bundle();
writeFileSync(stamp, want);

async function bundle() {
  const { build } = await import("esbuild");
  rmSync(cliDist, { recursive: true, force: true });
  mkdirSync(cliDist, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { gauntlet: "packages/cli/src/gauntlet.ts" },
    outdir: cliDist,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    conditions: ["gauntlet-source"],
    chunkNames: "chunks/[name]-[hash]",
    // These carry files of their own (a binary, a compiler), or may be absent, and stay packages.
    external: ["jiti", "@vscode/ripgrep", "sharp", "unpdf"],
    legalComments: "external",
    define: { __GAUNTLET_TEST_SWITCHES__: String(!isRelease) },
    metafile: true,
    logLevel: "warning",
  });
  offerRequire(root, Object.keys(metafile.outputs));
  writeFileSync(join(cliDist, "meta.json"), JSON.stringify(metafile));
  cpSync(templates, join(cliDist, "templates"), { recursive: true });
  chmodSync(join(cliDist, "gauntlet.js"), 0o755);
}

function hashSources() {
  const hash = createHash("sha256").update(`${process.version} ${isRelease}`);
  const add = (path) => hash.update(path).update(readFileSync(join(root, path)));
  const addAll = (directory) =>
    readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((item) => item.isFile())
      .map((item) => join(item.parentPath ?? item.path, item.name).slice(root.length))
      .sort()
      .forEach(add);
  for (const file of [...SCRIPTS, "tsconfig.base.json", "pnpm-lock.yaml"])
    if (existsSync(join(root, file))) add(file);
  for (const name of readdirSync(join(root, "packages")).sort()) {
    add(`packages/${name}/package.json`);
    addAll(join(root, "packages", name, "src"));
  }
  addAll(templates);
  return hash.digest("hex");
}
