import { spawnSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { bundleChild } from "../bundle-child.ts";
import { createWorld, scratchDirectory, textOf, tool } from "../world.ts";

const use = (name: string) => ({ type: "tool_use", name, input: {} }) as const;

/** A world whose journal has something in its way. */
async function brokenWorld(turns: { blocks: ReturnType<typeof use>[] }[] = []) {
  const ran: string[] = [];
  const make = (name: string, over: object) => tool(name, { ...over, execute: () => void ran.push(name) });
  const world = await createWorld({
    toolList: [make("Reads", { isReadOnly: true, effects: () => [] }), make("Acts", {})],
    turns,
  });
  await mkdir(dirname(world.session.directory), { recursive: true });
  await writeFile(world.session.directory, "in the way");
  return { world, ran };
}

describe("when the journal cannot be written", () => {
  test.each(["Reads", "Acts"])("a call of a tool that %s does not run, and says why", async (name) => {
    const { world, ran } = await brokenWorld();
    for (let i = 0; i < 2; i++) {
      const [settled] = await world.session.call([{ tool: name, input: {} }]);
      expect(settled?.outcome).toBe("failed");
      expect(settled && textOf(settled)).toContain("cannot be");
    }
    expect(ran).toEqual([]);
    await expect(world.session.close()).rejects.toMatchObject({ code: "GNT_SESSION_JOURNAL" });
  });

  test("nothing is asked of a model", async () => {
    const { world } = await brokenWorld([{ blocks: [use("Reads")] }]);
    await expect(world.prompt()).rejects.toMatchObject({ code: "GNT_SESSION_JOURNAL" });
    expect(world.model.requests).toEqual([]);
    await world.session.close().catch(() => undefined);
  });

  test("from the middle of a prompt on, no further request goes out", async () => {
    const world = await createWorld({
      toolList: [
        tool("Acts", {
          async execute(_, { callId }) {
            await rm(join(world.session.directory, "journal.jsonl"));
            return callId;
          },
        }),
        tool("Later"),
      ],
      turns: [{ blocks: [use("Acts"), use("Later")] }, { blocks: [use("Later")] }],
    });
    await expect(world.prompt()).rejects.toThrow("it was removed");
    expect(world.model.requests).toHaveLength(1);
    await expect(world.session.close()).rejects.toThrow("it was removed");
  });
});

/** A small disk of its own; only its owner's mount name space sees it. */
const canMount =
  spawnSync("unshare", ["--user", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])
    .status === 0;

describe("on a full disk", () => {
  test("this machine can make a small disk, or says that this proof is left out", () => {
    if (!canMount) process.stderr.write("left out: the proof on a full disk needs user name spaces\n");
    if (process.env["CI"]) expect(canMount).toBe(true);
  });

  test.runIf(canMount)(
    "the call is refused, the place is named, and with room again the session goes on whole",
    async () => {
      const root = await scratchDirectory();
      const script = join(root, "child.mjs");
      await bundleChild(fileURLToPath(new URL("./full-disk-child.ts", import.meta.url)), script);
      const disk = join(root, "disk");
      await mkdir(disk);
      const { stdout, stderr, status } = spawnSync(
        "unshare",
        [
          "--user",
          "--map-root-user",
          "--mount",
          "sh",
          "-c",
          'mount -t tmpfs -o size=96k tmpfs "$1" && exec "$2" "$3" "$1"',
          "sh",
          disk,
          process.execPath,
          script,
        ],
        { encoding: "utf8" },
      );
      expect([status, stderr]).toEqual([0, ""]);
      const said = JSON.parse(stdout) as Record<string, unknown>;
      expect(said).toEqual({
        ranOnFullDisk: false,
        outcome: "failed",
        text: expect.stringMatching(/journal\.jsonl` cannot be written: no space left on device \(ENOSPC\)/),
        closed: expect.stringMatching(/ENOSPC/),
        outcomeWithRoom: "succeeded",
        damage: [],
        tornBytes: 0,
      });
    },
  );
});
