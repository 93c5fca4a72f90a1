import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileStateOf } from "../../src/file/file-state.ts";
import { makeWorld } from "../context.ts";

describe("what stands at a path is", () => {
  test("a file, also through a link, with its size and real path", async () => {
    const world = await makeWorld();
    const file = await world.put("d/a", "abc");
    await world.link("l", "d/a");
    expect(fileStateOf(world.path("l"))).toEqual({ kind: "regular", realPath: file, size: 3 });
  });

  test("a directory, also through a link", async () => {
    const world = await makeWorld();
    await mkdir(world.path("d"));
    await world.link("l", "d");
    expect(fileStateOf(world.path("l"))).toEqual({ kind: "directory", realPath: world.path("d") });
  });

  test("missing, also when its directory is", async () => {
    const world = await makeWorld();
    expect(fileStateOf(world.path("a"))).toEqual({ kind: "missing" });
    expect(fileStateOf(world.path("a/b"))).toEqual({ kind: "missing" });
  });

  test("a link that leads nowhere", async () => {
    const world = await makeWorld();
    await world.link("l", "nowhere/at all");
    expect(fileStateOf(world.path("l"))).toEqual({ kind: "broken-link", target: "nowhere/at all" });
  });

  test("out of reach below a file, and at the end of a ring of links", async () => {
    const world = await makeWorld();
    await world.put("f", "");
    await world.link("ring", "ring");
    expect(fileStateOf(world.path("f/a"))).toEqual({ kind: "unreachable", code: "ENOTDIR" });
    expect(fileStateOf(world.path("ring"))).toEqual({ kind: "unreachable", code: "ELOOP" });
  });

  test("a pipe, a socket or a device", async () => {
    const world = await makeWorld();
    execFileSync("mkfifo", [world.path("pipe")]);
    const server = createServer().listen(world.path("socket"));
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const what = (path: string) => fileStateOf(path);
    expect(what(world.path("pipe"))).toEqual({ kind: "special", what: "a named pipe (FIFO)" });
    expect(what(world.path("socket"))).toEqual({ kind: "special", what: "a socket" });
    expect(what("/dev/null")).toEqual({ kind: "special", what: "a device" });
  });
});
