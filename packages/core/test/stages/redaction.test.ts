import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { callOne, createWorld, textOf, tool, type World } from "../world.ts";

// Put together here, so that no scanner takes this file for a leak.
const SECRET = `ghp_${"a1B2c3D4e5".repeat(3)}`;
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `line ${i}\n`).join("");

async function filesOf({ session }: World): Promise<string> {
  const directory = join(session.directory, "results");
  const names = await readdir(directory).catch(() => []);
  return (await Promise.all(names.map((name) => readFile(join(directory, name), "utf8")))).join("");
}

describe("a secret in a result", () => {
  test.each<[string, () => unknown]>([
    ["of a success", () => `a ${SECRET} b`],
    [
      "of a failure",
      () => {
        throw new Error(`a ${SECRET} b`);
      },
    ],
  ])("%s is shown to nobody, counted, and said", async (_, execute) => {
    const world = await createWorld({ toolList: [tool("Act", { execute })] });
    const text = textOf(await callOne(world, "Act"));
    expect(text).toContain("a [masked] b");
    expect(text).toContain(
      "(A secret in this result stands as [masked]. Leave the place where it is used as it is",
    );
    await world.session.close();
    const journal = await world.journal();
    expect(JSON.stringify(journal)).not.toContain(SECRET);
    const settled = journal.map(({ event }) => event).find(({ type }) => type === "call.settled");
    expect(settled).toMatchObject({ redacted: { "github-token": 1 } });
  });

  test("is in no file either, also when it was produced in pieces", async () => {
    const act = tool("Act", {
      maxResultBytes: 4_000,
      execute: async (_, ctx) => {
        const output = ctx.openOutput();
        for (const piece of [lines(500), SECRET.slice(0, 9), SECRET.slice(9), `\n${lines(500)}`])
          output.write(piece);
        return (await output.close()).text;
      },
    });
    const world = await createWorld({ toolList: [act] });
    const text = textOf(await callOne(world, "Act"));
    expect(text).toContain("(A secret in this result");
    expect(await filesOf(world)).toBe(`${lines(500)}[masked]\n${lines(500)}`);
  });

  test("is gone before a large text is stored and cut for its preview", async () => {
    const act = tool("Act", { maxResultBytes: 4_000, execute: () => lines(500) + SECRET.repeat(20) });
    const world = await createWorld({ toolList: [act] });
    expect(textOf(await callOne(world, "Act"))).not.toContain("ghp_");
    expect(await filesOf(world)).toBe(`${lines(500)}[masked]`);
  });

  test("stays where redaction is switched off", async () => {
    const act = tool("Act", { execute: () => SECRET });
    const world = await createWorld({ toolList: [act], redaction: { enabled: false } });
    expect(textOf(await callOne(world, "Act"))).toBe(SECRET);
  });

  test("may have a form of one's own", async () => {
    const forms = [{ name: "acme-key", starts: ["acme/"], chars: "a-f0-9", min: 12 }];
    const act = tool("Act", { execute: () => `acme/0123456789ab acme/none ${SECRET}` });
    const world = await createWorld({ toolList: [act], redaction: { forms } });
    expect(textOf(await callOne(world, "Act"))).toMatch(/^\[masked\] acme\/none \[masked\]\n\n\(2 secrets/);
  });

  test("of a form that cannot be looked for refuses the start", async () => {
    const forms = [{ name: "x", starts: ["a"], min: 20 }];
    await expect(createWorld({ redaction: { forms } })).rejects.toThrow(/secret form `x` begins with `a`/);
  });
});

test("a file of output ends where the session's disk quota does, and the text says so", async () => {
  const act = tool("Act", {
    maxResultBytes: 4_000,
    execute: async (_, ctx) => {
      const output = ctx.openOutput();
      output.write(lines(20_000));
      return (await output.close()).text;
    },
  });
  const world = await createWorld({ toolList: [act], maxSessionBytes: 50_000 });
  const text = textOf(await callOne(world, "Act"));
  expect(text).toMatch(/holds the first 4\d,\d{3} bytes; the rest is not stored \(a file of output ends at/);
  expect((await filesOf(world)).length).toBeLessThan(50_000);
});
