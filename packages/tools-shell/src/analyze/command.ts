import type { Analysis } from "./analysis.ts";
import { deedOfProgram } from "./deed-of-program.ts";
import { decidesWhatRuns, isHarmless } from "./environment-names.ts";
import { exportsSome } from "./exported-names.ts";
import { emit, type How, inside, textOfWords } from "./how.ts";
import { asKnownProgram } from "./other-case.ts";
import { runShellWord } from "./shell-words.ts";
import { runShell, SHELLS } from "./shells.ts";
import type { State } from "./state.ts";
import type { Assignment, SimpleNode } from "./tree.ts";
import { type Value, valuesOf } from "./values.ts";
import { runWrapper } from "./wrapped.ts";

/** Reports what a simple command does, and what the commands in it do. */
export function runSimple(node: SimpleNode, state: State, analysis: Analysis): void {
  const values = node.words.flatMap((word) => valuesOf(word, state));
  const [head] = values;
  state.exports ||= exportsSome(node);
  // `IFS= read` splits what is read, and nothing else.
  const reads = head?.kind === "text" && /^(read|mapfile|readarray)$/.test(head.text);
  const deciding = node.assignments.find(({ name }) => decidesWhatRuns(name) && !(reads && name === "IFS"));
  if (deciding)
    analysis.report.opaque(node.source, `it sets \`${deciding.name}\`, which can change what runs`);
  if (values.length === 0) {
    for (const assignment of node.assignments) state.set(assignment.name, plainValue(assignment, state));
    return;
  }
  const prefix = node.assignments
    .filter((one) => !isHarmless(one.name, plainValue(one, state)))
    .map(({ name, values: words }) => `${name}=${words.map(({ source }) => source).join(" ")}`)
    .join(" ");
  const isBare = node.redirects.length === 0 && node.assignments.length === 0;
  const inputs = node.redirects.filter(({ access }) => access === "input");
  const input = inputs.at(-1)?.body;
  runWords(values, {
    state,
    analysis,
    prefix,
    also: [],
    ...(isBare && { spelled: node.source }),
    ...(input && { input }),
  });
}

function plainValue({ values, isPlain }: Assignment, state: State): string | undefined {
  const [word] = values;
  const [value] = word && isPlain ? valuesOf(word, state) : [];
  return value?.kind === "text" ? value.text : undefined;
}

const MAX_DEPTH = 20;
const OTHER_CASE = "which program it is depends on whether file names are told apart by case";

/** Goes on with the words of a command, as the shell would: its own words, what runs others, programs. */
export function runWords(words: readonly Value[], how: How): void {
  const [head, ...args] = words;
  const { analysis, state } = how;
  if (head === undefined || !analysis.spend()) return;
  if ((how.depth ?? 0) > MAX_DEPTH) {
    analysis.report.opaque(analysis.line, "commands that run commands nest too deeply");
    return;
  }
  if (head.kind !== "text" || head.text === "") {
    const text = textOfWords(words) || analysis.line;
    analysis.report.opaque(text, "which program runs is not known before it runs");
    return;
  }
  const known = analysis.facts.functions.has(head.text) ? undefined : asKnownProgram(words);
  if (known !== undefined) {
    analysis.report.opaque(textOfWords(words), OTHER_CASE);
    runWords(known, { ...how, depth: (how.depth ?? 0) + 1 });
    return;
  }
  const name = head.text.split("/").at(-1) ?? "";
  // The shell knows its own words by their name alone.
  const isPath = head.text.includes("/");
  if (isPath && SHELLS.has(name)) runShell(words, how);
  else if ((isPath || !runShellWord(head.text, words, how)) && !runWrapper(name, words, how)) {
    const deed = deedOfProgram(name, args, how);
    // A program obeys what it finds in its environment.
    const isComplete = state.functions.has(head.text) || (deed.isComplete && !state.exports);
    emit(words, { ...deed, isComplete }, how);
    for (const command of deed.runs ?? []) {
      const aside = state.aside();
      if (deed.runsElsewhere) aside.cwds = undefined;
      runWords(command, inside(how, { state: aside }));
    }
  }
  if (isPath || !analysis.facts.functions.has(head.text)) return;
  if (analysis.facts.moves) state.cwds = undefined;
  state.exports ||= analysis.facts.exports;
}
