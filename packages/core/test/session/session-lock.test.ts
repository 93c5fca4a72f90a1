import { spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockSession } from "../../src/session/session-lock.ts";
import { createWorld, scratchDirectory } from "../world.ts";

const deadPid = (): number => spawnSync(process.execPath, ["-e", ""]).pid;

/** The lock this process would write, with other members. */
async function lockFile(over: object = {}): Promise<string> {
  const directory = await scratchDirectory();
  const lock = await lockSession(directory);
  const own = JSON.parse(await readFile(join(directory, "lock"), "utf8")) as object;
  await lock.release();
  return JSON.stringify({ ...own, ...over });
}

test("a second writer is refused while the first lives, and let in afterwards", async () => {
  const directory = join(await scratchDirectory(), "s");
  const first = await lockSession(directory);
  await expect(lockSession(directory)).rejects.toMatchObject({
    code: "GNT_SESSION_BUSY",
    message: `the session in \`${directory}\` is being written by process ${process.pid}`,
    hint: `fork the session, or end that process; if it is gone, remove \`${join(directory, "lock")}\``,
  });
  await first.release();
  await (await lockSession(directory)).release();
  expect(await readdir(directory)).toEqual([]);
});

test("the lock of a process that is gone is taken over", async () => {
  const directory = await scratchDirectory();
  await writeFile(join(directory, "lock"), await lockFile({ pid: deadPid() }));
  const lock = await lockSession(directory);
  expect(JSON.parse(await readFile(join(directory, "lock"), "utf8"))).toMatchObject({ pid: process.pid });
  await lock.release();
});

test.each(["", "not a lock", "-1", "{}", '{"pid":1}', "null", "999999999"])(
  "a lock that holds `%s` belongs to nobody",
  async (content) => {
    const directory = await scratchDirectory();
    await writeFile(join(directory, "lock"), content);
    await (await lockSession(directory)).release();
  },
);

test.runIf(process.platform === "linux")(
  "a lock whose process id was given to another process since, or before the last boot, is taken over",
  async () => {
    for (const over of [{ start: "1" }, { boot: "another" }]) {
      const directory = await scratchDirectory();
      await writeFile(join(directory, "lock"), await lockFile(over));
      await (await lockSession(directory)).release();
    }
  },
);

test("the lock of another machine is never taken over, and the machine is named", async () => {
  const directory = await scratchDirectory();
  await writeFile(join(directory, "lock"), await lockFile({ pid: 1, host: "elsewhere" }));
  await expect(lockSession(directory)).rejects.toMatchObject({
    code: "GNT_SESSION_BUSY",
    message: `the session in \`${directory}\` is being written by process 1 on \`elsewhere\``,
  });
});

test("of many that want it at once one gets it, also when a dead process holds it", async () => {
  for (const stale of [false, true]) {
    const directory = join(await scratchDirectory(), "s");
    await mkdir(directory);
    if (stale) await writeFile(join(directory, "lock"), await lockFile({ pid: deadPid() }));
    const tries = await Promise.allSettled(Array.from({ length: 12 }, () => lockSession(directory)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  }
});

test("a session that is open cannot be resumed, nor does trying disturb it", async () => {
  const world = await createWorld();
  await world.prompt();
  await expect(world.gauntlet.session({ resume: world.session.id })).rejects.toMatchObject({
    code: "GNT_SESSION_BUSY",
  });
  expect((await world.prompt()).summary.reason).toBe("done");
  await world.session.close();
  await (await world.gauntlet.session({ resume: world.session.id })).close();
});
