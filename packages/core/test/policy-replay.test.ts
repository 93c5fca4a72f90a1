import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFile as readEffect, replayPolicy, Type } from "../src/index.ts";
import { callOne, createWorld, tapping, tool } from "./world.ts";

const move = tool("Move", {
  effects: () => [],
  input: Type.Object({ to: Type.Optional(Type.String()) }),
  execute: ({ to }, ctx) =>
    ctx.moveTo(typeof to === "string" ? { of: ctx.cwd, at: ctx.resolve(to) } : undefined),
});
const look = tool("Look", {
  input: Type.Object({ path: Type.String({ format: "path" }) }),
  effects: (input) => [readEffect(String((input as { path: string }).path))],
});

test("judges a session where it was: by what is denied in the worktree it had moved to", async () => {
  const rules = [
    { behavior: "deny", text: "Read(/secret)" },
    { behavior: "allow", text: "Move" },
  ] as const;
  const world = await createWorld({
    toolList: [move, look],
    trustEffects: ["*"],
    permissions: { deny: ["Read(/secret)"], allow: ["Move"] },
  });
  for (const place of ["", "copy"]) {
    await mkdir(join(world.cwd, place), { recursive: true });
    await writeFile(join(world.cwd, place, "secret"), "x");
  }
  const looks = async (): Promise<void> => {
    for (const path of ["secret", "copy/secret"])
      await callOne(world, "Look", { path: join(world.cwd, path) });
  };
  await looks();
  await callOne(world, "Move", { to: "copy" });
  await looks();
  await callOne(world, "Move");
  await looks();
  await world.session.close();
  const judged = replayPolicy(await world.journal(), {
    rules: rules.map((rule) => ({ ...rule, source: "host", anchor: world.cwd })),
    cwd: world.cwd,
    home: join(world.cwd, "home"),
    trustEffects: ["*"],
  });
  const behaviors = judged.filter(({ tool: name }) => name === "Look").map(({ from, to }) => [from, to]);
  expect(behaviors.map(([from]) => from?.behavior)).toEqual([
    "deny",
    "allow",
    "deny",
    "deny",
    "deny",
    "allow",
  ]);
  expect(behaviors.map(([, to]) => to?.behavior)).toEqual(behaviors.map(([from]) => from?.behavior));
});

test("does not judge anew what rules said of an input that was changed", async () => {
  const world = await createWorld({
    toolList: [look],
    plugins: [
      tapping(({ preToolUse }) => preToolUse.tap("elsewhere", (draft) => draft.rewrite({ path: "/b" }))),
    ],
    permissions: { deny: ["Read(//a)"] },
  });
  await callOne(world, "Look", { path: "/a" });
  await world.session.close();
  const [judged] = replayPolicy(await world.journal(), {
    rules: [],
    cwd: world.cwd,
    home: join(world.cwd, "home"),
    trustEffects: ["*"],
  });
  expect([judged?.from.behavior, judged?.to, judged?.unclear]).toEqual([
    "deny",
    undefined,
    "rules bound its input as it was before it was changed",
  ]);
});
