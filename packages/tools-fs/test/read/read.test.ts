import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { readFile as readEffect } from "@gauntlet/core";
import { describe, expect, onTestFinished, test } from "vitest";
import { filesRead, read } from "../../src/index.ts";
import { callTool, makeWorld, type World } from "../context.ts";

const call = (world: World, file_path: string, range: { offset?: number; limit?: number } = {}) =>
  callTool(read, { file_path, ...range }, world.ctx);

describe("Read", () => {
  test("declares the read of one resolved path and changes nothing", async () => {
    const { ctx, path } = await makeWorld();
    expect(await read.effects({ file_path: "a/../b.ts" }, ctx)).toEqual([readEffect(path("b.ts"))]);
    expect(read.flags.isReadOnly({ file_path: "x" })).toBe(true);
    expect(read.flags.isConcurrencySafe({ file_path: "x" })).toBe(true);
  });

  test("numbers lines with a tab and hides line ends and the byte order mark", async () => {
    const world = await makeWorld();
    await world.put("a.txt", "\uFEFFone\r\ntwo\fx\r\n\tthree");
    expect(await call(world, "a.txt")).toEqual({ ok: true, text: "1\tone\n2\ttwo\fx\n3\t\tthree" });
  });

  test("remembers the form of the file in its output", async () => {
    const world = await makeWorld();
    await world.put("a.txt", "\uFEFFone\r\ntwo\nthree");
    const output = await read.execute({ file_path: "a.txt" }, world.ctx);
    expect(output).toMatchObject({
      hasBom: true,
      lineEnds: { lf: 1, crlf: 1 },
      file: { content: "one\ntwo\nthree", numLines: 3, startLine: 1, totalLines: 3 },
    });
  });

  test.each([
    { range: { offset: 3, limit: 1 }, text: "3\tc" },
    { range: { offset: 0, limit: 1 }, text: "1\ta" },
    { range: { offset: 2 }, text: "2\tb\n3\tc\n4\t\n5\te" },
    { range: { limit: 2 }, text: "1\ta\n2\tb" },
  ])("shows the lines of $range", async ({ range, text }) => {
    const world = await makeWorld();
    await world.put("t.txt", "a\nb\nc\n\ne\n");
    expect(await call(world, "t.txt", range)).toEqual({ ok: true, text });
  });

  test("says that a file is empty and that an offset is past the end", async () => {
    const world = await makeWorld();
    await world.put("e.txt", "");
    await world.put("t.txt", "a\nb\n");
    expect((await call(world, "e.txt")).text).toBe(
      `\`${world.path("e.txt")}\` exists and is empty (0 bytes).`,
    );
    expect((await call(world, "t.txt", { offset: 50 })).text).toContain(
      "has only 2 lines; offset 50 is past the end",
    );
  });

  test("cuts a long line between characters and says how long it is", async () => {
    const world = await makeWorld();
    await world.put("min.js", `${"a".repeat(1999)}😀${"b".repeat(9_000_000)}\r\nnext`);
    const { ok, text } = await call(world, "min.js", { offset: 1, limit: 10 });
    expect(ok).toBe(true);
    expect(text).toBe(
      `1\t${"a".repeat(1999)} … [line cut after 1999 characters; it has 9002004 bytes]\n2\tnext`,
    );
  });

  test("shows the first page of a large file with a notice that says how to go on", async () => {
    const world = await makeWorld();
    await world.put("n.txt", Array.from({ length: 20_010 }, (_, i) => `${i + 1}\n`).join(""));
    const { text } = await call(world, "n.txt");
    const [, shown] =
      /^PARTIAL view: lines 1-(\d+) of 20010 .* Go on with offset \d+ and limit \d+/.exec(text) ?? [];
    expect(Buffer.byteLength(text)).toBeLessThan(101_000);
    expect(text.endsWith(`${shown}\t${shown}`)).toBe(true);
    expect((await call(world, "n.txt", { offset: 20_005, limit: 10 })).text).toMatch(
      /^20005\t20005\n.*20010$/s,
    );
  });

  test("refuses an explicit range above the cap and names the lines that fit", async () => {
    const world = await makeWorld();
    await world.put("log.txt", "0123456789abcdef line of a log file\n".repeat(30_000));
    const { ok, text } = await call(world, "log.txt", { offset: 1, limit: 30_000 });
    expect(ok).toBe(false);
    const fit = Number(/smaller limit: (\d+) lines/.exec(text)?.[1]);
    expect(text).toContain("log.txt");
    expect(await call(world, "log.txt", { offset: 1, limit: fit })).toMatchObject({ ok: true });
    expect(await call(world, "log.txt", { offset: 1, limit: fit + 1 })).toMatchObject({ ok: false });
  });

  test("reads a page at the start of a 10 GB file without reading the file", async () => {
    const world = await makeWorld();
    const path = await world.put("huge.txt", `${"line\n".repeat(60_000)}`);
    await truncate(path, 10 * 1024 ** 3);
    expect(await call(world, "huge.txt", { limit: 2 })).toEqual({ ok: true, text: "1\tline\n2\tline" });
    expect(world.ctx.slots.entries(filesRead)).toEqual([]);
  });

  test("counts characters of three bytes and more as a token each", async () => {
    const world = await makeWorld();
    await world.put("zh.txt", `${"字".repeat(500)}\n`.repeat(60));
    expect((await call(world, "zh.txt")).text).toMatch(/^PARTIAL view: lines 1-49 of 60/);
  });

  test("answers a repeated Read with a short note, once, and only while the same page is unchanged", async () => {
    const world = await makeWorld();
    await world.put("a.txt", "a\nb\n");
    const note = { ok: true, text: expect.stringContaining("is unchanged since the last Read") };
    const page = { ok: true, text: "1\ta\n2\tb" };
    expect(await call(world, "a.txt")).toEqual(page);
    expect(await call(world, "a.txt", { limit: 1 })).toEqual({ ok: true, text: "1\ta" });
    expect(await call(world, "a.txt")).toEqual(page);
    expect(await call(world, "a.txt")).toEqual(note);
    expect(await call(world, "a.txt")).toEqual(page);
    expect(await call(world, "a.txt")).toEqual(note);
    await world.put("a.txt", "a\nc\n");
    expect(await call(world, "a.txt")).toEqual({ ok: true, text: "1\ta\n2\tc" });
  });

  test("shows a first page again in full: it was not all the model asked for", async () => {
    const world = await makeWorld();
    await world.put("n.txt", "0123456789\n".repeat(20_000));
    await call(world, "n.txt");
    expect((await call(world, "n.txt")).text).toMatch(/^PARTIAL view/);
  });
});

test("Read takes a name as it is given, whatever blanks are in it", async () => {
  const world = await makeWorld();
  await world.put("at 3\u202fp.m.txt", "narrow\n");
  await world.put("at 3 p.m.txt", "plain\n");
  expect(await call(world, "at 3\u202fp.m.txt")).toEqual({ ok: true, text: "1\tnarrow" });
  expect(await call(world, "at 3 p.m.txt")).toEqual({ ok: true, text: "1\tplain" });
  const { ok, text } = await call(world, "at 3\u00a0p.m.txt");
  expect([ok, text]).toEqual([false, expect.stringContaining("`at 3 p.m.txt`")]);
});

test.runIf(process.platform === "linux")("Read shows a file under /proc that states no size", async () => {
  const world = await makeWorld();
  expect((await call(world, "/proc/self/status", { limit: 1 })).text).toMatch(/^1\tName:/);
  expect((await call(world, "/proc/self/mem")).ok).toBe(false);
});

describe("Read refuses in words", () => {
  test("a directory", async () => {
    const world = await makeWorld();
    await mkdir(world.path("src"));
    expect((await call(world, "src")).text).toContain("is a directory, not a file");
  });

  test("a missing file, with near names that no rule hides", async () => {
    const world = await makeWorld();
    await world.put("src/user.ts", "");
    await world.put("src/userz.ts", "");
    world.denied.add(world.path("src/userz.ts"));
    const { ok, text } = await call(world, "src/users.ts");
    expect(ok).toBe(false);
    expect(text).toBe(
      `\`${world.path("src/users.ts")}\` does not exist. In the same directory there is \`user.ts\`.`,
    );
  });

  test("a missing file whose name came with something around it", async () => {
    const world = await makeWorld();
    await world.put("app.ts", "");
    for (const name of [
      "'app.ts'",
      '"app.ts"',
      "`app.ts`",
      " app.ts",
      "app.ts\n",
      "app.ts:120",
      "app.ts:12:7",
    ])
      expect((await call(world, name)).text).toContain("In the same directory there is `app.ts`.");
  });

  test("a missing directory on the way, with near names of it", async () => {
    const world = await makeWorld();
    await world.put("src/components/Button.tsx", "");
    expect((await call(world, "src/component/deep/Button.tsx")).text).toBe(
      `\`${world.path("src/component/deep/Button.tsx")}\` does not exist. There is no \`${world.path("src/component")}\`; beside it there is \`components\`.`,
    );
  });

  test("a path through a link to nothing, and a name that no text can hold", async () => {
    const world = await makeWorld();
    await world.link("gone", "nowhere");
    await writeFile(Buffer.concat([Buffer.from(world.path("bad-")), Buffer.from([0xff])]), "");
    expect((await call(world, "gone/x")).text).toContain(
      `\`${world.path("gone")}\` is a broken symbolic link: its target \`nowhere\` does not exist`,
    );
    expect((await call(world, "bad-\ufffd")).text).toContain("holds bytes that are not UTF-8");
  });

  test("a path with another root, whose end is in the working directory", async () => {
    const world = await makeWorld("work");
    await world.put("src/deep/a.ts", "");
    await world.put("../outside/src/b.ts", "");
    await world.link("out", "../outside");
    await world.put("secret/c.ts", "");
    world.denied.add(world.path("secret"));
    for (const path of ["/src/deep/a.ts", "/home/you/project/src/deep/a.ts", "work/src/deep/a.ts"])
      expect((await call(world, path)).text).toContain("In the working directory there is `src/deep/a.ts`.");
    for (const path of ["/x/out/src/b.ts", "/x/secret/c.ts"])
      expect((await call(world, path)).text).toContain("Check the path");
  });

  test("lists no names outside the working directories: nobody has allowed to look there yet", async () => {
    const world = await makeWorld("inside");
    await world.put("../outside/user.ts", "");
    await world.put("src/user.ts", "");
    const objection = (file_path: string) => read.validateInput({ file_path }, world.ctx);
    expect(await objection("src/users.ts")).toContain("`user.ts`");
    expect(await objection("../outside/users.ts")).not.toContain("`user.ts`");
  });

  test("a missing file, with near names, where all of the disk is worked in", async () => {
    const world = await makeWorld();
    await world.put("user.ts", "");
    const ctx = { ...world.ctx, workingDirectories: ["/"] };
    expect(await read.validateInput({ file_path: "users.ts" }, ctx)).toContain("`user.ts`");
  });

  test("a broken link, a circle of links and a path below a file", async () => {
    const world = await makeWorld();
    await world.link("br", "nope");
    await world.link("l1", "l2");
    await world.link("l2", "l1");
    await world.put("f", "");
    expect((await call(world, "br")).text).toContain("its target `nope` does not exist");
    expect((await call(world, "l1")).text).toContain("circle");
    expect((await call(world, "f/x")).text).toContain("not a directory");
  });

  test("pipes, sockets and devices, at once and through links", async () => {
    const world = await makeWorld();
    execFileSync("mkfifo", [world.path("pipe")]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(world.path("sock"), resolve));
    onTestFinished(() => void server.close());
    await world.link("z", "/dev/zero");
    expect((await call(world, "pipe")).text).toContain("a named pipe (FIFO), not a regular file");
    expect((await call(world, "sock")).text).toContain("a socket, not a regular file");
    expect((await call(world, "z")).text).toContain("a device, not a regular file");
  });

  test.each([{ name: "b.bin", bytes: Buffer.from([1, 2, 0, 3]), says: "a binary file" }])(
    "$name as $says",
    async ({ name, bytes, says }) => {
      const world = await makeWorld();
      await world.put(name, bytes);
      expect(await call(world, name)).toEqual({ ok: false, text: expect.stringContaining(says) });
    },
  );

  test("nothing about a .png that holds text", async () => {
    const world = await makeWorld();
    await world.put("d.png", '{"success":true}\n');
    expect(await call(world, "d.png")).toEqual({ ok: true, text: '1\t{"success":true}' });
  });
});

describe("What Read records", () => {
  test("is the hash of all bytes under the real path", async () => {
    const world = await makeWorld();
    await world.put("a.txt", "\uFEFFa\r\nb\n");
    await world.link("l.txt", "a.txt");
    await call(world, "l.txt", { offset: 2, limit: 1 });
    const hash = createHash("sha256").update("\uFEFFa\r\nb\n").digest("hex");
    expect(world.ctx.slots.entries(filesRead)).toEqual([
      [world.path("a.txt"), { hash, partial: true, lines: [[2, 2]], page: { startLine: 2, limit: 1 } }],
    ]);
  });

  test("is the lines that were shown, until all of them were", async () => {
    const world = await makeWorld();
    const path = await world.put("a.txt", "1\n2\n3\n4\n5\n");
    const known = () => world.ctx.slots.get(filesRead, path);
    await call(world, "a.txt", { limit: 2 });
    expect(known()).toMatchObject({ partial: true, lines: [[1, 2]] });
    await call(world, "a.txt", { offset: 4, limit: 9 });
    expect(known()).toMatchObject({
      partial: true,
      lines: [
        [1, 2],
        [4, 5],
      ],
    });
    await call(world, "a.txt", { offset: 3, limit: 1 });
    expect(known()).toMatchObject({ partial: false });
    await call(world, "a.txt", { limit: 1 });
    expect(known()).toMatchObject({ partial: false });
    await world.put("a.txt", "1\n2\n3\n4\n6\n");
    await call(world, "a.txt", { limit: 1 });
    expect(known()).toMatchObject({ partial: true, lines: [[1, 1]] });
  });

  test("is the first page for a PARTIAL view", async () => {
    const world = await makeWorld();
    const path = await world.put("n.txt", "0123456789\n".repeat(20_000));
    const shown = Number(/lines 1-(\d+)/.exec((await call(world, "n.txt")).text)?.[1]);
    expect(world.ctx.slots.get(filesRead, path)).toMatchObject({ partial: true, lines: [[1, shown]] });
  });

  test("is nothing when no line was shown", async () => {
    const world = await makeWorld();
    await world.put("a.txt", "a\n");
    await call(world, "a.txt", { offset: 9 });
    expect(world.ctx.slots.entries(filesRead)).toEqual([]);
  });
});
