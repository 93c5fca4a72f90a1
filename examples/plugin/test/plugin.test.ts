import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Gauntlet, type Session } from "@gauntlet/core";
import toolsFs from "@gauntlet/tools-fs";
import generatedFiles from "../src/index.ts";

let root: string;
let session: Session;

before(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "plugin-example-")));
  const cwd = join(root, "work");
  for (const directory of ["generated", "schema"]) {
    await mkdir(join(cwd, directory), { recursive: true });
    await writeFile(join(cwd, directory, "user.json"), "{}\n");
  }
  const gauntlet = new Gauntlet({
    plugins: [toolsFs, generatedFiles],
    permissions: { allow: ["Write", "Edit"] },
    cwd,
    stateDirectory: join(root, "state"),
  });
  session = await gauntlet.session();
});

after(async () => {
  await session.close();
  await rm(root, { recursive: true, force: true });
});

const call = async (tool: string, input: object): Promise<{ outcome: string; text: string }> => {
  const [settled] = await session.call([{ tool, input }]);
  return { outcome: settled?.outcome ?? "none", text: String(settled?.block.content) };
};

test("reading a generated file says where it comes from", async () => {
  const { outcome, text } = await call("Read", { file_path: "generated/user.json" });
  assert.equal(outcome, "succeeded");
  assert.match(text, /generated from schema\//);
});

test("changing a generated file is denied with the reason, whatever a rule allows", async () => {
  const { outcome, text } = await call("Write", { file_path: "generated/user.json", content: "mine" });
  assert.equal(outcome, "denied");
  assert.match(text, /change schema\/ instead/);
  assert.equal(await readFile(join(root, "work/generated/user.json"), "utf8"), "{}\n");
});

test("changing the schema works and reminds of the generator", async () => {
  await call("Read", { file_path: "schema/user.json" });
  const { outcome, text } = await call("Write", { file_path: "schema/user.json", content: "[]\n" });
  assert.equal(outcome, "succeeded");
  assert.match(text, /run `npm run generate`/);
});
