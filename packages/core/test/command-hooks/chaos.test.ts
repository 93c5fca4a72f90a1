import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HookHandler } from "../../src/contract/command-hook.ts";
import { callOne, eventsOf, scratchDirectory, tool, type WorldOptions } from "../world.ts";
import { decides, hook, hookWorld, runsOf, saying, script } from "./hooks.ts";

const isProof = process.env["GAUNTLET_PROOF_RUNS"] !== undefined;
const RUNS = Number(process.env["GAUNTLET_PROOF_RUNS"] ?? 20);

/** Only the hook can allow this call. */
async function guarded(handler: string | HookHandler, options: WorldOptions = {}, input: unknown = {}) {
  const world = await hookWorld([hook("PreToolUse", handler)], {
    toolList: [tool("T")],
    permissions: {},
    ...options,
  });
  const { outcome } = await callOne(world, "T", input);
  const [run] = await runsOf(world);
  const entries = await world.journal();
  expect(eventsOf(entries, "call.settled")).toHaveLength(1);
  return { outcome, run };
}

const allows = saying(decides("allow"));
const within = (command: string, timeout = 0.3): HookHandler => ({ type: "command", command, timeout });

describe("a guard that says allow and then", () => {
  const CODES = isProof ? [...Array(256).keys()] : [0, 1, 2, 3, 42, 126, 127, 128, 137, 255];

  test("ends with an exit code is heard only when that is 0", async () => {
    const outcomes: string[] = [];
    for (const code of CODES) outcomes.push((await guarded(`${allows}; exit ${code}`)).outcome);
    expect(CODES.filter((_, i) => outcomes[i] === "succeeded")).toEqual([0]);
    expect(new Set(outcomes)).toEqual(new Set(["succeeded", "denied"]));
  });

  test.each(["KILL", "TERM", "SEGV", "ABRT", "HUP", "PIPE", "INT", "USR1"])(
    "dies of SIG%s denies",
    async (signal) => {
      expect((await guarded(`${allows}; kill -${signal} $$`)).outcome).toBe("denied");
    },
  );

  test.each([
    ["sleeps", `${allows}; sleep 60`],
    ["sleeps, and does not want to be ended", `trap '' TERM HUP INT; ${allows}; while :; do sleep 1; done`],
    ["is stopped", `${allows}; kill -STOP $$`],
    ["waits for input that has ended", `${allows}; cat; read x; exec tail -f /dev/null`],
    ["spins", `${allows}; while :; do :; done`],
  ])("%s denies when its time is up, and is gone", async (_, line) => {
    const pid = join(await scratchDirectory(), "pid");
    const { outcome, run } = await guarded(within(`echo $$ > ${pid}; ${line}`));
    expect([outcome, run?.failure]).toEqual(["denied", "timed out after 300 ms"]);
    const leader = (await readFile(pid, "utf8")).trim();
    expect(
      spawnSync("ps", ["-o", "stat=", "-g", leader])
        .stdout.toString()
        .replace(/Z\S*\s*/g, ""),
    ).toBe("");
  });

  test("leaves a child behind that holds its output denies nothing, and does not wait for the child", async () => {
    const { outcome } = await guarded(within(`${allows}; sleep 60 & disown`, 30));
    expect(outcome).toBe("succeeded");
  });

  test("writes a hundred megabytes more denies, and little of it is kept", async () => {
    const { outcome, run } = await guarded(`${allows}; head -c 100000000 /dev/zero`);
    expect([outcome, run?.failure]).toEqual(["denied", "wrote more than 1 MiB to its standard output"]);
    expect(run?.stdout?.length).toBeLessThan(3_000);
  });

  test("writes a hundred megabytes to its standard error is still heard", async () => {
    expect((await guarded(`${allows}; head -c 100000000 /dev/zero >&2`)).outcome).toBe("succeeded");
  });
});

describe("a guard that objects", () => {
  test.each([
    ["behind a hundred megabytes", "head -c 100000000 /dev/zero; echo no >&2; exit 2"],
    ["and closes its outputs", "exec >&- 2>&-; exit 2"],
    ["and then dies", `${saying(decides("deny"))}; kill -9 $$`],
  ])("%s is heard", async (_, line) => {
    expect((await guarded(line, { permissions: { allow: ["T"] } })).outcome).toBe("denied");
  });
});

describe("a guard that does not read what it is told", () => {
  const large = { text: "x".repeat(5_000_000) };

  test.each([
    ["closes its input", `exec 0<&-; ${allows}`],
    ["ends at once", allows],
    ["reads a little", `head -c 10 > /dev/null; ${allows}`],
  ])("because it %s is heard, and nothing breaks", async (_, line) => {
    expect((await guarded(line, {}, large)).outcome).toBe("succeeded");
  });
});

test("a guard that cannot be started denies", async () => {
  const plain = await script("no program at all");
  const cases: readonly HookHandler[] = [
    { type: "command", command: "/nonexistent/guard", args: [] },
    { type: "command", command: "no-such-guard", args: [] },
    { type: "command", command: "/", args: [] },
    { type: "command", command: plain, args: [] },
    { type: "command", command: "true", args: ["x".repeat(3_000_000)] },
    { type: "command", command: "nul\0", args: [] },
  ];
  for (const handler of cases) {
    const { outcome, run } = await guarded(handler);
    expect([outcome, run?.failure]).toEqual([
      "denied",
      expect.stringMatching(/could not be started|exit code/),
    ]);
  }
});

test("no garbage on standard output allows a call, and none is lost", async () => {
  const pieces = fc.constantFrom(
    "{",
    "}",
    '"',
    ":",
    ",",
    "[",
    "]",
    "\\",
    "\n",
    "\u0000",
    "\ufeff",
    "hookSpecificOutput",
    '"permissionDecision":"allow"',
    '"hookEventName":"PreToolUse"',
    '"permissionDecision":"Allow"',
    "allow",
    "null",
  );
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.array(pieces, { maxLength: 12 }).map((all) => Buffer.from(all.join(""))),
  );
  await fc.assert(
    fc.asyncProperty(garbage, async (bytes) => {
      const line = `printf %s ${bytes.toString("base64")} | base64 -d`;
      const { outcome } = await guarded(line, { headless: true });
      expect(outcome).toBe("denied");
    }),
    { numRuns: RUNS },
  );
});

test("hooks of a call that is aborted are ended, and the call has its result", async () => {
  const dir = await scratchDirectory();
  const world = await hookWorld(
    [hook("PreToolUse", `echo $$ > ${dir}/pid; touch ${dir}/started; sleep 60`)],
    {
      toolList: [tool("T")],
    },
  );
  const stop = new AbortController();
  const calling = callOne(world, "T", {}, stop.signal);
  for (let there = false; !there; ) {
    there = await readFile(join(dir, "started")).then(
      () => true,
      () => new Promise<boolean>((resolve) => setImmediate(resolve, false)),
    );
  }
  stop.abort(new Error("enough"));
  expect((await calling).outcome).toBe("cancelled");
  await world.session.close();
  const leader = (await readFile(join(dir, "pid"), "utf8")).trim();
  const running = () => spawnSync("ps", ["-o", "stat=", "-g", leader], { encoding: "utf8" }).stdout;
  // What was killed takes its time to end on a busy machine.
  await expect.poll(() => running().replace(/Z\S*\s*/g, ""), { timeout: 10_000 }).toBe("");
});
