import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Effect } from "@gauntlet/core";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { analyzeCommand } from "../../src/analyze/analyze-command.ts";
import { EVERYDAY } from "./everyday.ts";
import { generated } from "./generated.ts";
import { type Happened, StubPlace } from "./stub-run.ts";

/** `npm run proof:shell` makes it more. */
const RUNS = Number(process.env["GAUNTLET_PROOF_RUNS"]) || 100;
const TIMEOUT_MS = 60_000 + RUNS * 400;
const AT_ONCE = 4;

const place = new StubPlace();
afterAll(() => place.remove());

interface Compared {
  readonly isKnown: boolean;
  /** What happened and was not said. */
  readonly missed: readonly string[];
}

const compare = (command: string): Promise<Compared> =>
  place.run(command, (cwd, happened) => {
    const { effects, opaque } = analyzeCommand(command, { cwd, home: `${cwd}/home` });
    const missed = missedIn(effects, happened);
    return { isKnown: opaque.length === 0, missed: missed.map((what) => what.replaceAll(cwd, ".")) };
  });

function missedIn(effects: readonly Effect[], { started, written, deleted }: Happened): readonly string[] {
  return [
    ...started
      .filter((argv) => !effects.some((effect) => runs(effect, argv)))
      .map((argv) => `run ${argv.join(" ")}`),
    ...written
      .filter((path) => !effects.some((effect) => changes(effect, path, "write")))
      .map((path) => `write ${path}`),
    ...deleted
      .filter((path) => !effects.some((effect) => changes(effect, path, "delete")))
      .map((path) => `delete ${path}`),
  ];
}

/** A command whose words are not all known is compared by its program. */
function runs(effect: Effect, argv: readonly string[]): boolean {
  if (effect.kind !== "exec") return false;
  if (effect.argv && argv[0] === effect.argv[0]) return JSON.stringify(effect.argv) === JSON.stringify(argv);
  const program = (text: string) => text.split(" ").find((word) => !/^\w+=/.test(word));
  return [effect.text, ...(effect.also ?? [])].some((text) => program(text) === argv[0]);
}

function changes(effect: Effect, changed: string, kind: "write" | "delete"): boolean {
  if (effect.kind !== kind) return false;
  const path = realPathOf(changed);
  const said = realPathOf(effect.path);
  if (said === path) return true;
  if (effect.tree && path.startsWith(said === "/" ? "/" : `${said}/`)) return true;
  // Folders on the way are made as well.
  return kind === "write" && said.startsWith(`${path}/`);
}

function realPathOf(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return path;
  }
}

async function compareAll(commands: readonly string[]): Promise<readonly (Compared & { command: string })[]> {
  const rest = [...commands];
  const done: (Compared & { command: string })[] = [];
  const worker = async (): Promise<void> => {
    for (let command = rest.shift(); command !== undefined; command = rest.shift())
      done.push({ command, ...(await compare(command)) });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

test("of everyday commands nothing happens that was not said", { timeout: TIMEOUT_MS }, async () => {
  const compared = await compareAll(EVERYDAY);
  const known = compared.filter(({ isKnown }) => isKnown);
  expect(known.filter(({ missed }) => missed.length > 0)).toEqual([]);
  expect(known.length / compared.length).toBeGreaterThan(0.85);
});

test("of commands put together at random nothing happens that was not said", {
  timeout: TIMEOUT_MS,
}, async () => {
  const commands = fc.sample(generated, RUNS).map(({ text }) => text);
  const compared = await compareAll(commands);
  expect(compared.filter(({ isKnown, missed }) => isKnown && missed.length > 0)).toEqual([]);
  expect(compared.filter(({ isKnown }) => isKnown).length / compared.length).toBeGreaterThan(0.8);
});
