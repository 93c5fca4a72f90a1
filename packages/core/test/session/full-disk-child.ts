import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { definePlugin, defineTool, Gauntlet, readJournal, Type } from "../../src/index.ts";

/** Fills the small disk its journal is on, then makes room again. Usage: node child.mjs <disk>; says what it saw as JSON. */
const [disk = ""] = process.argv.slice(2);
let runs = 0;

const act = defineTool({
  name: "Act",
  description: "Acts.",
  input: Type.Object({}),
  execute: () => {
    runs += 1;
    return "acted";
  },
});
const gauntlet = new Gauntlet({
  plugins: [definePlugin({ name: "full", tools: [act] })],
  permissions: { allow: ["Act"] },
  cwd: disk,
  home: join(disk, "home"),
  stateDirectory: join(disk, "state"),
});
const call = { tool: "Act", input: {} };

const session = await gauntlet.session();
await session.call([call]);
const filler = join(disk, "filler");
fill();
// The last page of the journal has room for some events more.
let refused = (await session.call([call]))[0];
for (let i = 0; i < 50 && refused?.outcome !== "failed"; i++) refused = (await session.call([call]))[0];
const atRefusal = runs;
await session.call([call]);
const closed = await session.close().then(
  () => "",
  (thrown: Error) => thrown.message,
);

rmSync(filler);
const again = await gauntlet.session({ resume: session.id });
const [withRoom] = await again.call([call]);
await again.close();
const { damage, tornBytes } = await readJournal(join(session.directory, "journal.jsonl"));
process.stdout.write(
  JSON.stringify({
    ranOnFullDisk: runs - 1 !== atRefusal,
    outcome: refused?.outcome,
    text: refused?.block.content,
    closed,
    outcomeWithRoom: withRoom?.outcome,
    damage,
    tornBytes,
  }),
);

function fill(): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(filler, Buffer.alloc(bavail * bsize));
}
