import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { isDeniedBelow, pathBelow, searchRoot } from "../../src/search/search-root.ts";
import { asNobody, makeWorld } from "../context.ts";

describe("the place a search begins", () => {
  test("is a directory or a file, with its real path", async () => {
    const world = await makeWorld();
    await mkdir(world.path("d"));
    const file = await world.put("f", "");
    await world.link("to-d", "d");
    await world.link("to-f", "f");
    expect(await searchRoot(world.path("to-d"), world.ctx)).toEqual({
      path: world.path("to-d"),
      realPath: world.path("d"),
      isFile: false,
    });
    expect(await searchRoot(world.path("to-f"), world.ctx)).toEqual({
      path: world.path("to-f"),
      realPath: file,
      isFile: true,
    });
  });

  test("is refused with a word about what is there", async () => {
    const world = await makeWorld();
    execFileSync("mkfifo", [world.path("pipe")]);
    await world.link("br", "nope");
    await world.put("source", "");
    const refused = (way: string) => expect(searchRoot(world.path(way), world.ctx)).rejects;
    await refused("pipe").toThrow("is a named pipe (FIFO), not a regular file");
    await refused("br").toThrow("is a broken symbolic link");
    await refused("sourcd").toThrow("it does not exist. In the same directory there is `source`.");
  });
});

test.runIf(process.getuid?.() === 0)("a directory nobody may look into is refused, not empty", async () => {
  const world = await makeWorld();
  await mkdir(world.path("locked"));
  await asNobody(world, async () => {
    await expect(searchRoot(world.path("locked"), world.ctx)).rejects.toThrow("EACCES");
  });
});

test.each([
  ["/a", "b/c", "/a/b/c"],
  ["/a", "", "/a"],
  ["/", "b", "/b"],
  ["/", "", "/"],
])("below %s, %j is %s", (root, way, path) => {
  expect(pathBelow(root, way)).toBe(path);
});

describe("a result is denied", () => {
  const denied = (names: readonly string[], way: string, isPlain: boolean, root = "/shown") => {
    const asked: string[][] = [];
    const isReadDenied = (...given: (string | undefined)[]) => {
      const paths = given.filter((path) => path !== undefined);
      asked.push(paths);
      return paths.some((path) => names.includes(path));
    };
    const place = { path: root, realPath: "/real", isFile: false };
    return { is: isDeniedBelow(place, way, { isReadDenied } as never, { isPlain }), asked };
  };

  test.each([true, false])("by the name it is shown under and by the real one (plain: %s)", (isPlain) => {
    expect(denied(["/shown/a"], "a", isPlain).is).toBe(true);
    expect(denied(["/real/a"], "a", isPlain).is).toBe(true);
    expect(denied(["/real/b", "/shown/b"], "a", isPlain).is).toBe(false);
    expect(denied(["/shown"], "", isPlain).is).toBe(true);
  });

  test("by where a link leads only when it may be a link: what is plain is not looked up", () => {
    expect(denied([], "a", true).asked).toEqual([["/shown/a", "/real/a"]]);
    expect(denied([], "a", false).asked).toEqual([["/shown/a"], ["/real/a"]]);
    expect(denied([], "a", false, "/real").asked).toEqual([["/real/a"]]);
  });
});
