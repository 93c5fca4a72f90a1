import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { callOne, createMcpWorld, namesIn } from "./world.ts";

const { resolve } = createRequire(import.meta.url);
const program = (name: string): string => resolve(`@modelcontextprotocol/${name}/dist/index.js`);
const ALLOW = { permissions: { allow: ["mcp__s"] } };

describe("server-everything", () => {
  const world = async () => {
    const made = createMcpWorld();
    made.servers["s"] = { command: process.execPath, args: [program("server-everything"), "stdio"] };
    return { made, session: await made.session(ALLOW) };
  };

  test("offers all its tools, and those that are called answer", async () => {
    const { made, session } = await world();
    const names = await namesIn(session);
    expect(names.length).toBeGreaterThan(8);
    expect(made.warnings).toEqual([]);
    expect((await callOne(session, "mcp__s__echo", { message: "hi" })).text).toContain("hi");
    expect((await callOne(session, "mcp__s__get-sum", { a: 2, b: 3 })).text).toContain("5");
    expect((await callOne(session, "mcp__s__get-sum", { a: "two" })).outcome).toBe("invalid");
    const image = await callOne(session, "mcp__s__get-tiny-image");
    expect((image.content as { type: string }[]).map(({ type }) => type)).toContain("image");
    const structured = await callOne(session, "mcp__s__get-structured-content", { location: "Chicago" });
    expect([structured.outcome, structured.text]).toEqual([
      "succeeded",
      expect.not.stringContaining("does not fit"),
    ]);
    const long = await callOne(session, "mcp__s__trigger-long-running-operation", {
      duration: 0.2,
      steps: 2,
    });
    expect(long.outcome).toBe("succeeded");
    expect((await callOne(session, "ListMcpResources", {})).text).toContain("demo://");
  });
});

test("server-filesystem reads and writes in the directory it is given, and nowhere else", async () => {
  const world = createMcpWorld();
  const directory = join(world.root, "files");
  mkdirSync(directory);
  writeFileSync(join(directory, "a.txt"), "content of a");
  world.servers["s"] = { command: process.execPath, args: [program("server-filesystem"), directory] };
  const session = await world.session(ALLOW);
  expect((await namesIn(session)).length).toBeGreaterThan(8);
  expect(
    (await callOne(session, "mcp__s__read_text_file", { path: join(directory, "a.txt") })).text,
  ).toContain("content of a");
  const path = join(directory, "b.txt");
  expect((await callOne(session, "mcp__s__write_file", { path, content: "b" })).outcome).toBe("succeeded");
  expect((await callOne(session, "mcp__s__list_directory", { path: directory })).text).toContain("b.txt");
  expect((await callOne(session, "mcp__s__read_text_file", { path: "/etc/hostname" })).outcome).toBe(
    "failed",
  );
});

test("server-memory keeps what it is told, over two sessions", async () => {
  const world = createMcpWorld();
  const env = { MEMORY_FILE_PATH: join(world.root, "memory.jsonl") };
  world.servers["s"] = { command: process.execPath, args: [program("server-memory")], env };
  const first = await world.session(ALLOW);
  const entities = [{ name: "Ada", entityType: "person", observations: ["wrote programs"] }];
  expect((await callOne(first, "mcp__s__create_entities", { entities })).outcome).toBe("succeeded");
  await first.close();
  const second = await world.session(ALLOW);
  expect((await callOne(second, "mcp__s__search_nodes", { query: "programs" })).text).toContain("Ada");
});
