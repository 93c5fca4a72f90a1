import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

/** A directory for programs that has none. */
async function noPrograms(root: string): Promise<NodeJS.ProcessEnv> {
  await mkdir(join(root, "bin"));
  return { PATH: join(root, "bin") };
}

test.each([
  ["a file", "a file is in the way", "  choose another name\n"],
  ["a circle of links", "it cannot be read (ELOOP)", "  choose another name, or make it readable\n"],
])("a new package in the place of %s is refused with what fits", async (kind, why, hint) => {
  const place = await createPlace();
  const path = join(place.cwd, "mine");
  if (kind === "a file") await writeFile(path, "");
  else await symlink("mine", path);
  const { code, stderr } = await run(place, ["init", "pack", "mine"]);
  expect([code, stderr]).toEqual([
    2,
    `gauntlet: \`${path}\` cannot be filled: ${why} (GNT_CONFIG_INVALID)\n${hint}`,
  ]);
});

test("the demo without git says so, and what to install", async () => {
  const place = await createPlace();
  const { code, stderr } = await run(place, ["demo"], { env: await noPrograms(place.root) });
  expect([code, stderr]).toEqual([
    2,
    "gauntlet: the scratch repository could not be made: git was not found (GNT_CONFIG_INVALID)\n  install git, or put it on PATH\n",
  ]);
});

test("the demo without room for its repository says where it would need some", async () => {
  const place = await createPlace();
  const { code, stderr } = await run(place, ["demo"], { env: { TMPDIR: join(place.root, "nowhere") } });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^gauntlet: the scratch repository could not be made: .*ENOENT/);
  expect(stderr).toContain("\n  make the temporary directory writable, or name another in `TMPDIR`\n");
});

test("a package without npm says so, and what to install", async () => {
  const place = await createPlace();
  const { code, stderr } = await run(place, ["add", "some-pack"], { env: await noPrograms(place.root) });
  expect([code, stderr]).toEqual([
    2,
    "gauntlet: the package `some-pack` could not be fetched: npm was not found (GNT_PLUGIN_LOAD)\n  install npm, or put it on PATH\n",
  ]);
});

test.each([
  ["no JSON", "echo fetched", "npm gave something else than one package"],
  ["no package", "echo '[]'", "npm gave something else than one package"],
])("an npm that answers with %s is no reason for a stack trace", async (_, answer, why) => {
  const place = await createPlace();
  const env = await noPrograms(place.root);
  await writeFile(join(place.root, "bin/npm"), `#!/bin/sh\n${answer}\n`, { mode: 0o755 });
  const { code, stderr } = await run(place, ["add", "some-pack"], { env });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining(`could not be fetched: ${why} (GNT_PLUGIN_LOAD)`),
  ]);
});

test("an archive that is none is named, with the package it came for", async () => {
  const place = await createPlace();
  const env = await noPrograms(place.root);
  const npm = `#!/bin/sh
while [ "$1" != --pack-destination ]; do shift; done
echo "not gzip" > "$2/some-pack-1.0.0.tgz"
echo '[{"name":"some-pack","version":"1.0.0","filename":"some-pack-1.0.0.tgz"}]'
`;
  await writeFile(join(place.root, "bin/npm"), npm, { mode: 0o755 });
  const { code, stderr } = await run(place, ["add", "some-pack"], { env });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^gauntlet: the archive of `some-pack@1\.0\.0` cannot be read: .*\(GNT_PLUGIN_LOAD\)\n/,
  );
  expect(stderr).toContain("\n  try again; the registry gave something else than a package\n");
});

test.each([
  ["one", '{"tools":["Read"]}', "offers only `Read`"],
  ["none", '{"tools":[]}', "offers none"],
])(
  "a tool asked for that the configuration does not offer is said where it offers %s",
  async (_, settings, what) => {
    const place = await createPlace();
    const { stderr } = await run(place, ["tools", "--tools", "Bash,Read", "--settings", settings]);
    expect(stderr).toContain(
      `gauntlet: \`Bash\` of \`--tools\` is left out: \`tools\` in the configuration ${what}; add it there\n`,
    );
  },
);

test.each([
  ["--settings", ["tools", "--settings", "{"], "repair the text after `--settings`"],
  ["a policy test", ["policy", "test"], "repair the file"],
])("a text of %s that cannot be read says what to repair", async (_, args, hint) => {
  const place = await createPlace({ "a.policy.test.json": "[" });
  const { code, stderr } = await run(place, args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`\n  ${hint}\n`)]);
});

test.each([
  [["demo", "--cassette", "none.json"], "  name a file that exists and may be read\n"],
  [["demo", "--cassette", "broken.json"], "  record one with `gauntlet sessions cassette <id>`, or write "],
  [
    ["policy", "diff", "broken.json", "broken.json", "--calls", "none.jsonl"],
    "  name a file that exists and may be read, with one call a line\n",
  ],
])("%j ends with what to do", async (args, hint) => {
  const place = await createPlace({ "broken.json": "{" });
  const { code, stderr } = await run(place, args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`\n${hint}`)]);
});
