import { appendFileSync } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scriptedModel } from "@gauntlet/testing";
import { definePlugin, defineTool, Gauntlet, Type } from "../../src/index.ts";

/**
 * A session that acts and is killed. Usage: node child.js <cwd> <state directory> [<operation> <n> <phase>]
 * It kills itself at the n-th `write` or `datasync` of a file: before it, in the middle (half of the bytes), or after.
 * Without, it runs until somebody kills it; at its end it leaves the number of operations in `operations.json`.
 */
const [cwd = "", stateDirectory = "", operation, nth, phase] = process.argv.slice(2);

const append = defineTool({
  name: "Append",
  description: "Appends a mark to a file.",
  input: Type.Object({ file: Type.String(), mark: Type.String(), ms: Type.Integer() }),
  effects: ({ file }) => [{ kind: "write", path: join(cwd, file) }],
  async execute({ file, mark, ms }) {
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    appendFileSync(join(cwd, file), `${mark}\n`);
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    return `appended ${mark}`;
  },
});

const look = defineTool({
  name: "Look",
  description: "Looks.",
  input: Type.Object({}),
  isReadOnly: true,
  isConcurrencySafe: true,
  execute: () => "looked",
});

const use = (turn: number, call: number) => ({
  type: "tool_use" as const,
  name: "Append",
  input: { file: call % 2 === 0 ? "a" : "b", mark: `${turn}-${call}`, ms: (turn + call) % 3 },
});

/** Calls start while the message still streams; every third message is cut off in the middle. */
const turns = Array.from({ length: 6 }, (_, turn) => ({
  blocks: [
    { type: "text" as const, text: `turn ${turn}` },
    use(turn, 0),
    { type: "tool_use" as const, name: "Look", input: {} },
    use(turn, 1),
    use(turn, 2),
    use(turn, 3),
  ],
  delayMs: turn % 2,
  tailMs: turn % 2 === 0 ? 3 : 0,
  ...(turn % 3 === 2 && { failAfterBlocks: 4 }),
}));

const counts = { write: 0, datasync: 0 };
await patchFiles();
await main();
await writeFile(join(cwd, "operations.json"), JSON.stringify(counts));

async function main(): Promise<void> {
  const gauntlet = new Gauntlet({
    plugins: [definePlugin({ name: "crash", tools: [append, look] })],
    permissions: { allow: ["Append", "Look"] },
    cwd,
    home: join(cwd, "home"),
    stateDirectory,
    model: scriptedModel(turns),
  });
  const session = await gauntlet.session();
  process.stdout.write("ready\n");
  for await (const _ of session.prompt("count"));
  await session.close();
}

/** Only journals are written through file handles here. */
async function patchFiles(): Promise<void> {
  const handle = await open(process.execPath, "r");
  const prototype = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const { datasync } = prototype;
  const write = prototype.write as (
    this: FileHandle,
    bytes: Uint8Array,
    from: number,
    length: number,
  ) => ReturnType<FileHandle["write"]>;
  prototype.write = async function (this: FileHandle, bytes: Uint8Array, from: number, length: number) {
    counts.write += 1;
    const isIt = operation === "write" && counts.write === Number(nth);
    if (isIt && phase === "before") die();
    const written = await write.call(this, bytes, from, isIt && phase === "half" ? length >> 1 : length);
    if (isIt) die();
    return written;
  } as FileHandle["write"];
  prototype.datasync = async function (this: FileHandle) {
    counts.datasync += 1;
    const isIt = operation === "datasync" && counts.datasync === Number(nth);
    if (isIt && phase === "before") die();
    await datasync.call(this);
    if (isIt) die();
  };
}

function die(): void {
  process.kill(process.pid, "SIGKILL");
}
