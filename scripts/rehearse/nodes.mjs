import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./fault.mjs";
import { npm } from "./npm.mjs";
import { runProgram } from "./run-program.mjs";

const NEWER = 24;
const OLDER = 20;

/**
 * The Nodes to rehearse on: the present one, and another that comes as a package.
 * In CI the other one must be there. Elsewhere its absence is said, and the rehearsal goes on without it.
 */
export async function bringNodes(report, root) {
  const present = { path: process.execPath, version: process.versions.node };
  const major = Number.parseInt(present.version, 10) < NEWER ? NEWER : OLDER;
  const bring = () => report.step(`bring Node ${major}`, () => getNode(major, root));
  if (process.env.CI) return [present, await bring()].filter(Boolean);
  try {
    return [present, await getNode(major, root)];
  } catch (error) {
    report.skip(`everything on Node ${major}, which cannot be had here`, error.message);
    return [present];
  }
}

async function getNode(major, root) {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "package.json"), JSON.stringify({ private: true }));
  await npm(["install", `node@${major}`], { cwd: root, env: process.env });
  const path = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");
  const { stdout = "" } = existsSync(path) ? await runProgram(path, ["--version"], { cwd: root }) : {};
  if (stdout.startsWith(`v${major}.`)) return { path, version: stdout.trim().slice(1) };
  throw new Fault({
    found: `the package \`node@${major}\` brought no program that is Node ${major}`,
    where: path,
    todo: "let npm run the install script of this package, which brings the program",
  });
}
