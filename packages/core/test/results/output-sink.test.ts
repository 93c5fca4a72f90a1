import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createOutputSink, type OutputSinkOptions } from "../../src/results/output-sink.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "gauntlet-sink-"));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const file = () => join(dir, "output.txt");
const sinkOf = (options: Partial<OutputSinkOptions> = {}) =>
  createOutputSink({ limitBytes: 100, previewBytes: 40, openFile: file, ...options });

describe("output up to the limit", () => {
  test("comes back whole and makes no file", async () => {
    const sink = sinkOf();
    sink.write("a".repeat(60));
    sink.write("b".repeat(40));
    expect(await sink.close()).toEqual({ bytes: 100, text: "a".repeat(60) + "b".repeat(40) });
    expect(readdirSync(dir)).toEqual([]);
  });

  test("is empty when nothing was written", async () => {
    expect(await sinkOf().close()).toEqual({ bytes: 0, text: "" });
  });

  test("keeps characters whole that two chunks share, as bytes and as text", async () => {
    const sink = sinkOf();
    const [dash, smile] = [Buffer.from("—"), "😀"];
    sink.write(dash.subarray(0, 1));
    sink.write(dash.subarray(1));
    sink.write(smile.slice(0, 1));
    sink.write(smile.slice(1));
    expect((await sink.close()).text).toBe("—😀");
  });

  test("replaces what is not UTF-8", async () => {
    const sink = sinkOf();
    sink.write(Uint8Array.of(0x61, 0xff, 0x62));
    expect((await sink.close()).text).toBe("a�b");
  });

  test("does not change when the caller reuses its buffer", async () => {
    const sink = sinkOf();
    const chunk = Buffer.from("first");
    sink.write(chunk);
    chunk.fill("x");
    expect((await sink.close()).text).toBe("first");
  });
});

describe("output above the limit", () => {
  test("is whole in a private file and previewed in the text", async () => {
    const sink = sinkOf();
    const lines = Array.from({ length: 50 }, (_, i) => `line ${i}\n`);
    for (const line of lines) sink.write(line);
    const { bytes, text, path } = await sink.close();
    expect(path).toBe(file());
    expect(readFileSync(file(), "utf8")).toBe(lines.join(""));
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(bytes).toBe(lines.join("").length);
    expect(text).toMatch(/^line 0\nline 1\n/);
    expect(text).toContain(file());
    expect(text).toMatch(/line 48\nline 49\n$/);
  });

  test("is on disk while it is produced", () => {
    const sink = sinkOf();
    sink.write("x".repeat(200_000));
    expect(statSync(file()).size).toBeGreaterThan(100_000);
  });

  test("is stored and counted the same however it is cut into chunks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 12 }), async (chunks) => {
        rmSync(file(), { force: true });
        const sink = sinkOf();
        for (const chunk of chunks) sink.write(chunk);
        const { bytes, path, text } = await sink.close();
        const all = Buffer.concat(chunks);
        expect(bytes).toBe(all.length);
        expect(path !== undefined).toBe(all.length > 100);
        if (path === undefined) expect(text).toBe(all.toString("utf8"));
        else expect(readFileSync(path).equals(all)).toBe(true);
      }),
    );
  });

  test("is previewed without broken characters wherever the chunks are cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 97 }), fc.nat(50), async (step, previewBytes) => {
        rmSync(file(), { force: true });
        const sink = sinkOf({ previewBytes });
        const all = Buffer.from("你😀é".repeat(60));
        for (let at = 0; at < all.length; at += step) sink.write(all.subarray(at, at + step));
        expect((await sink.close()).text).not.toContain("�");
      }),
    );
  });

  test("stops growing the file at its cap, counts on and says so", async () => {
    const sink = sinkOf({ maxFileBytes: 70_000 });
    for (let i = 0; i < 10; i += 1) sink.write("x".repeat(10_000));
    sink.write("the end");
    const { bytes, text, path } = await sink.close();
    expect(bytes).toBe(100_007);
    expect(path).toBe(file());
    expect(statSync(file()).size).toBe(70_000);
    expect(text).toContain("holds the first 70,000 bytes; the rest is not stored");
    expect(text).toMatch(/the end$/);
  });

  test("costs little memory: 200 MB stay below 20 MB", async () => {
    const sink = sinkOf({ limitBytes: 50_000 });
    const chunk = Buffer.alloc(64 * 1024, "0123456789abcde\n");
    const memory = () => process.memoryUsage().heapUsed + process.memoryUsage().external;
    const before = memory();
    let peak = before;
    for (let i = 0; i < 3_200; i += 1) {
      sink.write(chunk);
      if (i % 50 === 0) peak = Math.max(peak, memory());
    }
    const { bytes } = await sink.close();
    expect(bytes).toBe(3_200 * chunk.length);
    expect(statSync(file()).size).toBe(bytes);
    expect(peak - before).toBeLessThan(20 * 1024 * 1024);
  });
});

describe("a file that cannot be had", () => {
  test("is never taken over from someone else, be it a file or a link", async () => {
    const victim = join(dir, "victim");
    writeFileSync(victim, "mine");
    symlinkSync(victim, file());
    const sink = sinkOf();
    sink.write("x".repeat(500));
    const { text, path, bytes } = await sink.close();
    expect(readFileSync(victim, "utf8")).toBe("mine");
    expect(path).toBeUndefined();
    expect(bytes).toBe(500);
    expect(text).toMatch(/could not be stored \(EEXIST/);
  });

  test("costs the middle, not the ends, and the text says why", async () => {
    const sink = sinkOf({ openFile: () => join(dir, "missing", "output.txt") });
    sink.write(`begin${"x".repeat(500)}`);
    sink.write("finish");
    const { text, path } = await sink.close();
    expect(path).toBeUndefined();
    expect(text).toMatch(/^beginx/);
    expect(text).toMatch(/could not be stored \(ENOENT/);
    expect(text).toMatch(/xfinish$/);
  });

  test("is reported with what it holds when writing fails half-way", () => {
    // A file size limit of the system stands in for a full disk.
    const tsx = fileURLToPath(import.meta.resolve("tsx"));
    const module = new URL("../../src/results/output-sink.ts", import.meta.url);
    const script = `
      import { createOutputSink } from ${JSON.stringify(module.href)};
      const sink = createOutputSink({ limitBytes: 100, openFile: () => ${JSON.stringify(file())} });
      for (let i = 0; i < 30; i += 1) sink.write("x".repeat(100_000));
      sink.close().then((captured) => console.log(JSON.stringify(captured)));`;
    const command = 'ulimit -f 1000; exec "$0" --import "$1" --input-type=module -e "$2"';
    const out = execFileSync("bash", ["-c", command, process.execPath, tsx, script], { encoding: "utf8" });
    const { bytes, text, path } = JSON.parse(out) as { bytes: number; text: string; path: string };
    expect(bytes).toBe(3_000_000);
    expect(path).toBe(file());
    const stored = statSync(file()).size;
    expect(stored).toBe(1_024_000);
    expect(text).toContain(
      `holds the first ${stored.toLocaleString("en-US")} bytes; the rest is not stored (EFBIG`,
    );
  });
});

test("close may be called twice, and later writes are ignored", async () => {
  const sink = sinkOf();
  sink.write("once");
  const first = await sink.close();
  sink.write("late".repeat(100));
  expect(await sink.close()).toBe(first);
  expect(existsSync(file())).toBe(false);
});
