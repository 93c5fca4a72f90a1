import { readFileSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ExecuteContext } from "@gauntlet/core";
import fc from "fast-check";
import iconv from "iconv-lite";
import { expect, test } from "vitest";
import { edit, read, write } from "../src/index.ts";
import { callTool, makeSession, makeWorld } from "./context.ts";

/** `npm run proof:files` runs many more. */
const proofRuns = Number(process.env["GAUNTLET_PROOF_RUNS"] ?? 0);

const CHARSETS = ["utf-8", "utf-8 with mark", "utf-16le", "utf-16be", "windows-1252"] as const;

function encoded(text: string, charset: (typeof CHARSETS)[number]): Buffer {
  if (charset === "utf-8 with mark") return Buffer.from(`\uFEFF${text}`);
  if (charset === "windows-1252") return iconv.encode(text, "windows-1252");
  return iconv.encode(charset === "utf-8" ? text : `\uFEFF${text}`, charset);
}

test("every byte outside the replaced place is the same after any edit of any file", async () => {
  const word = fc.constantFrom("a", "bc", " ", "\t", "é", "x = 1;", "$&", "“q”", "-");
  const line = fc.tuple(fc.array(word, { maxLength: 5 }), fc.constantFrom("\n", "\r\n"));
  const text = fc
    .array(line, { maxLength: 30 })
    .map((lines) => lines.map(([words, end]) => words.join("") + end).join(""));
  const place = fc.record({ before: text, old: fc.constantFrom("⟨", "⟨\n⟩", "⟨ ⟩"), after: text });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CHARSETS),
      place,
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (charset, { before, old, after }, words, isFinal) => {
        // What is replaced must be in the charset, unlike anything around it, and with line ends of both kinds.
        const mark = charset === "windows-1252" ? old.replaceAll("⟨", "¿").replaceAll("⟩", "¡") : old;
        const tail = isFinal ? "no end" : "\n";
        const onDisk = mark.replace("\n", before.endsWith("\r\n") ? "\r\n" : "\n");
        const world = await makeWorld();
        const head = charset === "windows-1252" ? `# coding: windows-1252 é\n${before}` : before;
        await world.put("f", encoded(head + onDisk + after + tail, charset));
        await callTool(read, { file_path: "f" }, world.ctx);
        const input = { file_path: "f", old_string: mark, new_string: words.join("") };
        expect(await callTool(edit, input, world.ctx)).toMatchObject({ ok: true });
        expect(await world.bytes("f")).toEqual(encoded(head + words.join("") + after + tail, charset));
        expect(await readdir(world.root)).toEqual(["f"]);
      },
    ),
    { numRuns: proofRuns || 40 },
  );
}, 600_000);

interface Step {
  readonly how: "edit" | "edit read before" | "write";
  /** Turns of the event loop before each call of the step. */
  readonly waits: readonly [number, number];
}

async function pause(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn();
}

/** The whole file as a session reads it; asked again when it was told that nothing changed. */
async function readWhole(ctx: ExecuteContext): Promise<string> {
  const output = await read.execute({ file_path: "f" }, ctx);
  return output.type === "text" ? `${output.file.content}\n` : readWhole(ctx);
}

/** @returns whether the session was told that its mark is in the file. */
async function takeStep({ how, waits }: Step, mark: string, ctx: ExecuteContext): Promise<boolean> {
  await pause(waits[0]);
  const seen = how === "edit" ? "" : await readWhole(ctx);
  await pause(waits[1]);
  const answer =
    how === "write"
      ? await callTool(write, { file_path: "f", content: `${seen}${mark}\n` }, ctx)
      : await callTool(edit, { file_path: "f", old_string: "top\n", new_string: `top\n${mark}\n` }, ctx);
  return answer.ok;
}

test("two sessions and an outside writer never lose what one of them wrote without saying so", async () => {
  const wait = fc.nat({ max: 5 });
  const step: fc.Arbitrary<Step> = fc.record({
    how: fc.constantFrom("edit" as const, "edit read before" as const, "write" as const),
    waits: fc.tuple(wait, wait),
  });
  const steps = fc.array(step, { maxLength: 6 });
  let [taken, refused] = [0, 0];
  await fc.assert(
    fc.asyncProperty(steps, steps, fc.array(fc.nat({ max: 20 }), { maxLength: 5 }), async (a, b, outside) => {
      const world = await makeWorld();
      const path = await world.put("f", "top\nend\n");
      const written: string[] = [];
      const session = async (name: string, mine: readonly Step[]): Promise<void> => {
        const ctx = makeSession(world);
        await readWhole(ctx);
        for (const [i, one] of mine.entries()) {
          const mark = `${name}${i}.`;
          const isIn = await takeStep(one, mark, ctx);
          if (isIn) written.push(mark);
          [taken, refused] = isIn ? [taken + 1, refused] : [taken, refused + 1];
        }
      };
      const writer = async (): Promise<void> => {
        for (const [i, turns] of outside.entries()) {
          await pause(turns);
          writeFileSync(path, `${readFileSync(path, "utf8")}outside${i}.\n`);
          written.push(`outside${i}.`);
        }
      };
      await Promise.all([session("a", a), session("b", b), writer()]);
      const text = await world.text("f");
      expect(written.filter((mark) => !text.includes(mark))).toEqual([]);
      expect(await readdir(world.root)).toEqual(["f"]);
    }),
    { numRuns: proofRuns || 40 },
  );
  // Both happened, or nothing was tried.
  expect(taken).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
}, 600_000);
