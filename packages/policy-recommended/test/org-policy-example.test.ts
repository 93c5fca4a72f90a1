import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { loadConfig } from "@gauntlet/core";
import { expect, onTestFinished, test } from "vitest";
import recommended from "../src/index.ts";

const example = fileURLToPath(new URL("../../../examples/org-policy/", import.meta.url));
const tsx = import.meta.resolve("tsx");

test("the example of an organization's policy proves itself", async () => {
  // From sources: the other packages need not be built for this.
  const options = ["--import", tsx, "--conditions=gauntlet-source"].join(" ");
  const { stdout } = await promisify(execFile)("npm", ["--silent", "run", "test"], {
    cwd: example,
    env: {
      PATH: process.env["PATH"],
      HOME: tmpdir(),
      NODE_OPTIONS: options,
      npm_config_update_notifier: "false",
    },
  });
  expect(stdout).toMatch(/pass 3\n/);
  expect(stdout).toMatch(/fail 0\n/);
}, 60_000);

test("managed settings impose it together with what it extends, and decisions can name both", async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-org-policy-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [system, project, home] = [join(root, "etc"), join(root, "project"), join(root, "home")];
  await mkdir(join(system, "node_modules/@acme"), { recursive: true });
  await Promise.all([project, home].map((directory) => mkdir(directory)));
  await copyFile(join(example, "managed/managed.json"), join(system, "managed.json"));
  await symlink(example, join(system, "node_modules/@acme/gauntlet-policy"));

  const found = await loadConfig({ cwd: project, home, env: {}, managedDirectory: system });
  expect(found.notices).toEqual([]);
  expect(found.policies.map(({ name, revision, source }) => [name, revision, source])).toEqual([
    ["@acme/gauntlet-policy", "2026-11-30", "managed"],
    ["@gauntlet/policy-recommended", recommended.revision, "managed"],
  ]);
  expect(found.rules.filter(({ source }) => source !== "managed")).toEqual([]);
  expect(found.rules).toHaveLength(4 + recommended.rules.length);
  expect(found.rules[0]).toMatchObject({
    id: "acme/no-curl",
    file: join(example, "src/index.js"),
    line: 9,
    why: "Downloads go through our mirror; use `acme-fetch` instead. (see https://wiki.acme.example/mirror)",
  });
});
