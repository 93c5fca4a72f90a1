import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOutputPipes, type OutputPipe, type OutputPipes } from "../src/output-pipes.ts";

let base: string;
let pipes: OutputPipes;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "gauntlet-pipes-"));
  pipes = createOutputPipes(join(base, "pipes"));
});
afterEach(() => {
  pipes.close();
  rmSync(base, { recursive: true, force: true });
});

async function nextPipe(): Promise<OutputPipe> {
  const pipe = await pipes.next();
  if (pipe === undefined) throw new Error("no pipe");
  return pipe;
}

async function outputOf(command: string, pipe: OutputPipe): Promise<string> {
  const child = spawn("bash", ["-c", command], { stdio: ["ignore", pipe.writeEnd, pipe.writeEnd] });
  pipe.started();
  let text = "";
  const ended = pipe.read(
    (bytes) => {
      text += bytes.toString("latin1");
    },
    (cause) => {
      throw cause;
    },
  );
  await Promise.all([ended, once(child, "exit")]);
  pipe.release();
  return text;
}

test("gives all a command writes, in order, and an end", async () => {
  const text = await outputOf("for i in $(seq 20000); do echo line $i; done", await nextPipe());
  expect(text).toBe(Array.from({ length: 20_000 }, (_, i) => `line ${i + 1}\n`).join(""));
});

test("gives each command one of its own, which has no name any more", async () => {
  const [first, second] = await Promise.all([nextPipe(), nextPipe()]);
  expect(await Promise.all([outputOf("echo one", first), outputOf("echo two", second)])).toEqual([
    "one\n",
    "two\n",
  ]);
  const waiting = readdirSync(join(base, "pipes")).length;
  await outputOf("echo three", await nextPipe());
  expect(readdirSync(join(base, "pipes")).length).toBe(waiting - 1);
});

test("lets go of a command that holds it open", async () => {
  const pipe = await nextPipe();
  const child = spawn("bash", ["-c", "echo x; read -r _"], { stdio: ["pipe", pipe.writeEnd, "ignore"] });
  pipe.started();
  const seen = new Promise<void>(
    (resolve) =>
      void pipe.read(
        () => resolve(),
        () => undefined,
      ),
  );
  await seen;
  pipe.release();
  child.stdin?.end();
  await once(child, "exit");
});

test("leaves nothing behind, neither its own nor that of a process that died", async () => {
  const directory = join(base, "pipes");
  mkdirSync(directory);
  writeFileSync(join(directory, "999999999-left"), "");
  await outputOf("true", await nextPipe());
  expect(existsSync(join(directory, "999999999-left"))).toBe(false);
  pipes.close();
  expect(readdirSync(directory)).toEqual([]);
  expect(await pipes.next()).toBeUndefined();
});

test("gives none where none can be made", async () => {
  writeFileSync(join(base, "file"), "");
  expect(await createOutputPipes(join(base, "file", "pipes")).next()).toBeUndefined();
});
