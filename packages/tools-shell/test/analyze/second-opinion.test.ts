import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { analyzeCommand } from "../../src/analyze/analyze-command.ts";
import { parseBash } from "../../src/analyze/parse/parse-bash.ts";
import { visitTree } from "../../src/analyze/visit-tree.ts";
import { EVERYDAY } from "./everyday.ts";
import { generated } from "./generated.ts";
import { mvdan } from "./mvdan.ts";
import { PLACE } from "./short.ts";

/** `npm run proof:shell` makes it more. */
const RUNS = Number(process.env["GAUNTLET_PROOF_RUNS"]) || 150;
const CORPUS = process.env["GAUNTLET_PROOF_CORPUS"];

/** The first word of every simple command, as it is written; undefined when the text does not parse. */
function headsOf(text: string): readonly string[] | undefined {
  const heads: string[] = [];
  let isClear = true;
  const root = parseBash(text);
  visitTree(root, {
    simple: ({ words: [first] }) => first && heads.push(first.source),
    unclear: () => {
      isClear = false;
    },
  });
  return isClear ? heads.sort() : undefined;
}

test("another parser finds the same commands", { timeout: 60_000 + RUNS * 20 }, async () => {
  const { heads } = await mvdan();
  fc.assert(
    fc.property(generated, ({ text }) => {
      const theirs = heads(text);
      // It does not take every quote inside backticks.
      if (theirs !== undefined) expect([text, headsOf(text)]).toEqual([text, theirs]);
    }),
    { numRuns: RUNS },
  );
});

/** Those of every day, or a corpus that `npm run proof:shell -- --corpus FILE` names. */
function someCommands(): readonly string[] {
  if (CORPUS === undefined) return EVERYDAY;
  return [...new Set(readFileSync(CORPUS, "utf8").split("\n"))].filter((line) => line.trim() !== "");
}

test("of a corpus too, with the share that is opaque and why", { timeout: 3_600_000 }, async () => {
  const { heads } = await mvdan();
  const commands = someCommands();
  const reasons = new Map<string, { count: number; example: string }>();
  const disputed: unknown[] = [];
  let [unknown, slowest] = [0, 0];
  for (const command of commands) {
    const start = performance.now();
    const { opaque } = analyzeCommand(command, PLACE);
    slowest = Math.max(slowest, performance.now() - start);
    if (opaque.length > 0) unknown += 1;
    for (const reason of new Set(opaque)) {
      const name = reason.replaceAll(/`[^`]*`/g, "`…`");
      reasons.set(name, { count: (reasons.get(name)?.count ?? 0) + 1, example: command });
    }
    const [ours, theirs] = [headsOf(command), heads(command)];
    if (opaque.length === 0 && ours && theirs && ours.join("\n") !== theirs.join("\n"))
      disputed.push({ command, ours, theirs });
  }
  const top = [...reasons].sort(([, a], [, b]) => b.count - a.count).slice(0, 25);
  const share = ((100 * unknown) / commands.length).toFixed(1);
  console.log(
    `${commands.length} commands, ${unknown} opaque (${share} %), slowest ${slowest.toFixed(1)} ms`,
  );
  for (const [reason, { count, example }] of top)
    console.log(`${String(count).padStart(6)}  ${reason}   e.g. ${example.slice(0, 110)}`);
  expect(disputed).toEqual([]);
});
