import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { createTrustStore, Gauntlet, loadConfig, type Session } from "@gauntlet/core";
import toolsFs from "@gauntlet/tools-fs";

const example = fileURLToPath(new URL("..", import.meta.url));
let root: string;
let session: Session;

before(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "hook-example-")));
  const [cwd, stateDir] = [join(root, "work"), join(root, "state")];
  for (const part of ["gauntlet.config.json", "hooks"])
    await cp(join(example, part), join(cwd, part), { recursive: true });
  await writeFile(join(cwd, "LICENSE"), "MIT\n");
  // What `gauntlet trust` does: hooks of a project are its code.
  await createTrustStore(stateDir, root).trust(cwd);
  const { rules, hooks } = await loadConfig({ cwd, home: root, env: {}, stateDir });
  const gauntlet = new Gauntlet({
    plugins: [toolsFs],
    rules,
    commandHooks: hooks,
    cwd,
    stateDirectory: stateDir,
  });
  session = await gauntlet.session();
});

after(async () => {
  await session.close();
  await rm(root, { recursive: true, force: true });
});

const write = async (file_path: string, content: string): Promise<{ outcome: string; text: string }> => {
  const [settled] = await session.call([{ tool: "Write", input: { file_path, content } }]);
  return { outcome: settled?.outcome ?? "none", text: String(settled?.block.content) };
};

test("the license stays as it is, and the model reads why", async () => {
  const { outcome, text } = await write("LICENSE", "mine\n");
  assert.equal(outcome, "denied");
  assert.match(text, /The license is not ours to change/);
  assert.equal(await readFile(join(root, "work/LICENSE"), "utf8"), "MIT\n");
});

test("other files are written, because the rules allow it", async () => {
  assert.equal((await write("notes.txt", "hello\n")).outcome, "succeeded");
});

test("JSON that is none is written, and the model reads what is wrong with it", async () => {
  const { outcome, text } = await write("data.json", "{");
  assert.equal(outcome, "succeeded");
  assert.match(text, /check-json.sh` objects: /);
});
