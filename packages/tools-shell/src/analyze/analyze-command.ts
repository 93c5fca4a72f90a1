import type { Effect } from "@gauntlet/core";
import type { Analysis } from "./analysis.ts";
import { runWords } from "./command.ts";
import { decidesWhatRuns } from "./environment-names.ts";
import { collectFacts, type Facts } from "./facts.ts";
import { parseBash } from "./parse/parse-bash.ts";
import { createReport, type Report } from "./report.ts";
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
/** Brackets open at once, and backticks; counted before parsing. */
const MAX_OPEN = 100;
const MAX_TICKS = 200;
const MAX_STEPS = 1_000;
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
    if (refusal === undefined) analyze({ text, line }, place, report);
    else report.opaque(line, refusal);
  } catch (thrown) {
    report.opaque(line, `reading it failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
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
  return nestsDeeply(text) ? "it nests too deeply" : undefined;
}

/** Counts what is open at once, wherever it stands: quoted brackets count as well, in both directions. */
function nestsDeeply(text: string): boolean {
  let open = 0;
  let ticks = 0;
  for (const character of text) {
    if ("({[".includes(character)) open += 1;
    else if (")}]".includes(character)) open = Math.max(0, open - 1);
    else if (character === "`") ticks += 1;
    if (open > MAX_OPEN || ticks > MAX_TICKS) return true;
  }
  return false;
}

function analyze(
  { text, line }: { readonly text: string; readonly line: string },
  { cwd, home }: CommandPlace,
  report: Report,
): void {
  // A space at the end may be escaped, so what runs is the text as it is.
  const root = parseBash(text);
  const facts = collectFacts(root);
  let steps = 0;
  let depth = 0;
  const nested = (text: string, go: (node: Node) => void): void => {
    depth += 1;
    if (depth > MAX_DEPTH) report.opaque(line, "texts that run texts nest too deeply");
    else go(parseBash(text));
    depth -= 1;
  };
  const analysisOf = (facts: Facts, to: Report): Analysis => ({
    line,
    report: to,
    facts,
    reportingTo: (other) => analysisOf(facts, other),
    spend() {
      steps += 1;
      if (steps === MAX_STEPS + 1) to.opaque(line, "it has too many parts");
      return steps <= MAX_STEPS;
    },
    run: runWords,
    // What is set in there is set in this shell as well.
    follow(text, state) {
      let changes = { moves: true, exports: true };
      nested(text, (node) => {
        const inner = joined(facts, node);
        changes = collectFacts(node);
        reportDeciding(inner, to);
        walk(node, state, analysisOf(inner, to));
      });
      return changes;
    },
    followInShell: (text, { cwds, exports }) =>
      nested(text, (node) => {
        const own = collectFacts(node);
        reportDeciding(own, to);
        const state = createState({ cwds, home, hasArguments: true }, own);
        walk(node, Object.assign(state, { exports }), analysisOf(own, to));
      }),
  });
  const reportDeciding = ({ names, evaluated }: Facts, to: Report): void => {
    const deciding = names.find(decidesWhatRuns);
    if (evaluated !== undefined)
      to.opaque(line, `it evaluates what it sets \`${evaluated}\` to as arithmetic`);
    if (deciding !== undefined) to.opaque(line, `it sets \`${deciding}\`, which can change what runs`);
  };
  reportDeciding(facts, report);
  walk(
    root,
    createState({ cwds: [cwd], home, hasArguments: facts.setsArguments }, facts),
    analysisOf(facts, report),
  );
}

/** Facts of a script that runs a text: nothing in there is known for sure. */
function joined(facts: Facts, node: Node): Facts {
  const inner = collectFacts(node);
  return {
    ...inner,
    timesSet: () => Number.POSITIVE_INFINITY,
    moves: facts.moves || inner.moves,
    setsArguments: true,
    unsets: true,
    exports: facts.exports || inner.exports,
    functions: new Set([...facts.functions, ...inner.functions]),
  };
}
