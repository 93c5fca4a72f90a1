import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  definePlugin,
  defineResource,
  defineSlot,
  Gauntlet,
  PluginError,
  type ResourceScope,
  Type,
} from "../src/index.ts";
import { callOne, createWorld, eventsOf, scratchDirectory, textOf, tool } from "./world.ts";

const slot = defineSlot<string>("test/note");

interface Live {
  readonly scope: ResourceScope;
  readonly log: string[];
}

/** A pack whose one resource notes what happens to it. */
function pack(log: string[]) {
  const live = defineResource<Live>({
    name: "live",
    open(scope) {
      log.push("opened");
      return { scope, log };
    },
    async close({ scope }) {
      log.push("closed");
      scope.slots.set(slot, "end", "written while closing");
    },
  });
  const telling = tool("Tells", {
    execute: (_, ctx) => {
      ctx.resource(live).scope.tell("something happened");
      return ctx.resource(live).log.join();
    },
  });
  const options = Type.Object({ size: Type.Integer({ default: 3 }) }, { additionalProperties: false });
  return {
    live,
    plugin: definePlugin({
      name: "@acme/live",
      options,
      tools: [telling],
      resources: [live],
    }),
  };
}

describe("a resource", () => {
  test("watches its session; a listener that throws is logged, hears no more, and stops nothing", async () => {
    const heard: string[] = [];
    const logged: string[] = [];
    const watching = (name: string, fails: boolean) =>
      definePlugin({
        name,
        resources: [
          defineResource({
            name,
            open: ({ watch }) =>
              watch(({ type }) => {
                heard.push(`${name} ${type}`);
                if (fails) throw new Error("no more");
              }),
            close: async () => {},
          }),
        ],
      });
    const world = await createWorld({
      plugins: [watching("broken", true), watching("whole", false)],
      toolList: [tool("Act")],
      permissions: { allow: ["Act"] },
      onLog: ({ plugin, text }) => void logged.push(`${plugin}: ${text}`),
    });
    expect((await callOne(world, "Act")).outcome).toBe("succeeded");
    expect(heard.filter((line) => line.startsWith("broken"))).toHaveLength(1);
    expect(heard).toEqual(expect.arrayContaining(["whole call.decided", "whole call.settled"]));
    expect(logged).toEqual(["broken: hears no more of the session: no more"]);
  });

  test("is opened with the session, found by the tools of its plugin, and closed after the last call", async () => {
    const log: string[] = [];
    const world = await createWorld({ plugins: [pack(log).plugin], permissions: { allow: ["Tells"] } });
    expect(textOf(await callOne(world, "Tells"))).toBe("opened");
    await world.session.close();
    await world.session.close();
    expect(log).toEqual(["opened", "closed"]);
    expect(eventsOf(await world.journal(), "slot.set").at(-1)).toMatchObject({
      value: "written while closing",
    });
  });

  test("knows the options of its plugin, a directory of its own, and names files tools may read", async () => {
    let scope: ResourceScope | undefined;
    const live = defineResource<ResourceScope>({
      name: "live",
      open: (given) => {
        scope = given;
        return given;
      },
      close: async () => undefined,
    });
    const reads = tool("Reads", {
      effects: (_, ctx) => [{ kind: "read", path: ctx.resource(live).newResultFile("task one") }],
      execute: async (_, ctx) => {
        const path = ctx.resource(live).newResultFile("task two");
        await writeFile(path, "x");
        return path;
      },
    });
    const world = await createWorld({
      plugins: [
        definePlugin({
          name: "@gauntlet/live",
          options: Type.Object({ size: Type.Integer({ default: 3 }) }),
          tools: [reads],
          resources: [live],
        }),
      ],
      permissions: {},
    });
    expect(scope?.options).toEqual({ size: 3 });
    expect(scope?.directory).toBe(join(world.state, "packs", "_gauntlet_live"));
    const settled = await callOne(world, "Reads");
    expect(settled.outcome).toBe("succeeded");
    expect(textOf(settled)).toMatch(/\/results\/task_two-\d+\.txt$/);
    expect(await readdir(join(world.session.directory, "results"))).toHaveLength(1);
  });

  test("that no plugin lists is refused to tools", async () => {
    const stray = defineResource<null>({ name: "stray", open: () => null, close: async () => undefined });
    const world = await createWorld({
      toolList: [tool("Takes", { execute: (_, ctx) => String(ctx.resource(stray)) })],
    });
    expect(textOf(await callOne(world, "Takes"))).toContain("lists the resource `stray`");
  });

  test("that cannot be opened refuses the session, closes the others and gives the files free", async () => {
    const root = await scratchDirectory();
    await mkdir(join(root, "home"));
    const log: string[] = [];
    const broken = defineResource<null>({
      name: "broken",
      open: () => {
        throw new Error("no room");
      },
      close: async () => undefined,
    });
    const gauntlet = new Gauntlet({
      plugins: [pack(log).plugin, definePlugin({ name: "bad", resources: [broken] })],
      cwd: root,
      home: join(root, "home"),
      stateDirectory: join(root, "state"),
    });
    await expect(gauntlet.session()).rejects.toMatchObject({
      code: "GNT_PLUGIN_RESOURCE",
      message: "the resource `broken` of plugin `bad` could not be opened: no room",
      hint: "repair that, or leave `bad` out",
    });
    expect(log).toEqual(["opened", "closed"]);
  });

  test("that cannot be opened says what to do in the words of its own error", async () => {
    const broken = defineResource<null>({
      name: "broken",
      open: () => {
        throw new PluginError("GNT_PLUGIN_LOAD", "no program", { hint: "install it" });
      },
      close: async () => undefined,
    });
    await expect(
      createWorld({ plugins: [definePlugin({ name: "bad", resources: [broken] })] }),
    ).rejects.toMatchObject({
      message: "the resource `broken` of plugin `bad` could not be opened: no program",
      hint: "install it",
    });
  });

  test("that cannot be closed is reported after everything else was closed", async () => {
    const log: string[] = [];
    const broken = defineResource<null>({
      name: "broken",
      open: () => null,
      close: () => Promise.reject(new Error("stuck")),
    });
    const world = await createWorld({
      plugins: [pack(log).plugin, definePlugin({ name: "bad", resources: [broken] })],
    });
    await callOne(world, "Tells");
    await expect(world.session.close()).rejects.toThrow(
      "`broken` of plugin `bad` could not be closed: stuck",
    );
    expect(log).toEqual(["opened", "closed"]);
    expect(await readdir(world.session.directory)).not.toContain("lock");
  });

  test("that is none is refused in the declaration", () => {
    expect(() => definePlugin({ name: "x", resources: [{ name: "y" } as never] })).toThrow(
      "declares `resources` that are not a list of resources",
    );
  });
});

describe("a text a resource tells", () => {
  test("goes to the model beside the next results, once", async () => {
    const world = await createWorld({
      plugins: [pack([]).plugin],
      permissions: { allow: ["Tells"] },
      turns: [{ blocks: [{ type: "tool_use", name: "Tells" }] }, { blocks: [{ type: "text", text: "ok" }] }],
    });
    await world.prompt();
    const sent = JSON.stringify(world.model.requests[1]?.messages.at(-1));
    expect(sent.match(/something happened/g)).toHaveLength(1);
  });

  test("goes with the next prompt when no results go back", async () => {
    const world = await createWorld({
      plugins: [pack([]).plugin],
      permissions: { allow: ["Tells"] },
      turns: [{ blocks: [{ type: "text", text: "ok" }] }],
    });
    await callOne(world, "Tells");
    await world.prompt("hello");
    expect(world.model.requests[0]?.messages.at(-1)?.content).toEqual([
      { type: "text", text: "hello" },
      { type: "text", text: "something happened" },
    ]);
  });
});
