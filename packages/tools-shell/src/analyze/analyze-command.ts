import type { Effect } from "@gauntlet/core";
import type { Analysis } from "./analysis.ts";
import { collectFacts } from "./facts.ts";
import { numberOf, parseBash } from "./parse-bash.ts";
import { createReport } from "./report.ts";
import { createState } from "./state.ts";
import type { Node } from "./tree.ts";
import { walk } from "./walk.ts";

/** Where a command would run. */
export interface CommandPlace {
  /** Absolute. */
  readonly cwd: string;
  readonly home: string;
}

/** What a command would do, as far as anybody can say before it runs. */
export interface AnalyzedCommand {
  readonly effects: readonly Effect[];
  /** Every simple command that can run, as rules see it. */
  readonly commands: readonly string[];
  /** Why parts of it cannot be told; empty when all of it is known. */
  readonly opaque: readonly string[];
}

/** Longer commands are not looked at. */
const MAX_CHARACTERS = 10_000;
/** Openings of anything that nests; counted before parsing. */
const MAX_OPENINGS = 400;
const MAX_STEPS = 5_000;
const MAX_DEPTH = 8;

/**
 * Says what a command would do, from the grammar of bash and a table of programs. Never throws: what cannot be told
 * is an `opaque` effect with the reason, beside everything that was seen.
 */
export function analyzeCommand(text: string, place: CommandPlace): AnalyzedCommand {
  const line = text.trim();
  const report = createReport(line);
  try {
    const refusal = refusalOf(text);
    if (refusal === undefined) analyze(line, place, report);
    else report.opaque(line, refusal);
  } catch (thrown) {
    report.opaque(
      line,
      `it cannot be analyzed: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    );
  }
  const effects = report.effects();
  return {
    effects,
    commands: effects.flatMap((effect) => (effect.kind === "exec" ? [effect.text] : [])),
    opaque: effects.flatMap((effect) => (effect.kind === "opaque" ? effect.reasons : [])),
  };
}

function refusalOf(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return `it is longer than ${MAX_CHARACTERS} characters`;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if ((code < 32 && code !== 9 && code !== 10) || code === 127) return "it has control characters";
  }
  let openings = 0;
  for (const character of text) if ("({[`".includes(character)) openings += 1;
  return openings > MAX_OPENINGS ? "it nests too deeply" : undefined;
}

function analyze(line: string, place: CommandPlace, report: ReturnType<typeof createReport>): void {
  const root = parseBash(line);
  let steps = 0;
  let depth = 0;
  const analysis: Analysis = {
    line,
    report,
    facts: collectFacts(root),
    numberOf,
    spend() {
      steps += 1;
      if (steps === MAX_STEPS + 1) report.opaque(line, "it has too many parts");
      return steps <= MAX_STEPS;
    },
    follow(text, state) {
      depth += 1;
      if (depth > MAX_DEPTH) report.opaque(line, "texts that run texts nest too deeply");
      else {
        const node = parseBash(text);
        // What is set in there is set without the rest knowing.
        const inner: Analysis = {
          ...analysis,
          facts: collectFacts({ kind: "maybe", parts: [root, node], words: [] }),
        };
        walk(node, state, inner);
      }
      depth -= 1;
    },
    changesDirectory,
  };
  walk(root, createState(place, analysis.facts), analysis);
}

/** Looks for a word that changes the directory, wherever it stands. */
function changesDirectory(node: Node): boolean {
  const rest: Node[] = [node];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.kind === "simple") {
      const [first] = next.words;
      if (first !== undefined && /cd|pushd|popd|eval|source|^\.$|\$/.test(first.source)) return true;
    }
    if (next.kind === "list") rest.push(...next.items.map((item) => item.node));
    if (next.kind === "pipeline") rest.push(...next.items);
    if (next.kind === "group" || next.kind === "function" || next.kind === "loop") rest.push(next.body);
    if (next.kind === "maybe") rest.push(...next.parts);
  }
  return false;
}
