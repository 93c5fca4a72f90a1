import { builtinParts, historyParts } from "./builtin-parts.ts";
import { HARMLESS_BUILTINS, UNCLEAR_BUILTINS } from "./builtins.ts";
import { changeDirectory } from "./directory.ts";
import { emit, type How, textOfWords } from "./how.ts";
import { touch } from "./paths.ts";
import { opaque } from "./report.ts";
import { runShell, SHELLS } from "./shells.ts";
import type { Value } from "./values.ts";

/** Words that mean something to the shell itself, and shells. @returns whether it was one. */
export function runShellWord(name: string, words: readonly Value[], how: How): boolean {
  const { state, analysis } = how;
  const args = words.slice(1);
  switch (name) {
    case "cd":
    case "pushd":
    case "popd":
      emit(words, { parts: changeDirectory(name, args, state), isComplete: true }, how);
      return true;
    case "eval":
      runEval(words, how);
      return true;
    case "trap":
      runTrap(words, how);
      return true;
    case ".":
    case "source":
      runSource(words, how);
      return true;
    default:
      break;
  }
  const reason = Object.hasOwn(UNCLEAR_BUILTINS, name) ? UNCLEAR_BUILTINS[name] : undefined;
  if (reason !== undefined) emit(words, { parts: [opaque(reason)], isComplete: false }, how);
  else if (SHELLS.has(name)) runShell(words, how);
  else if (HARMLESS_BUILTINS.has(name)) {
    const parts = builtinParts(words, (how.depth ?? 0) === 0);
    for (const part of parts)
      if (part.kind === "opaque") analysis.report.opaque(textOfWords(words), part.reason);
    const touched = name === "history" ? historyParts(args, state) : [];
    emit(words, { parts: touched, isComplete: parts.length === 0 }, how);
  } else return false;
  return true;
}

function runEval(words: readonly Value[], how: How): void {
  const texts = words.slice(1).flatMap((value) => (value.kind === "text" ? value.text : []));
  const isKnown = texts.length === words.length - 1;
  const parts = isKnown ? [] : [opaque("it runs a text that is not known before it runs")];
  emit(words, { parts, isComplete: isKnown }, how);
  const text = (texts[0] === "--" ? texts.slice(1) : texts).join(" ");
  if (isKnown) how.analysis.follow(text, how.state);
}

/** The text runs later, from wherever the shell is then. */
function runTrap(words: readonly Value[], how: How): void {
  const args = words.slice(words[1]?.source === "--" ? 2 : 1);
  const [text, ...signals] = args;
  const isKnown = args.every((value) => value.kind === "text");
  const parts = isKnown ? [] : [opaque("it keeps a text to run that is not known")];
  emit(words, { parts, isComplete: isKnown }, how);
  if (text?.kind !== "text" || signals.length === 0 || text.text === "-") return;
  const later = how.state.aside();
  later.cwds = undefined;
  const { moves, exports } = how.analysis.follow(
    text.text,
    how.analysis.facts.moves ? later : how.state.aside(),
  );
  how.state.exports ||= exports;
  if (moves) how.analysis.report.opaque(textOfWords(words), "it may change the directory at any time");
}

function runSource(words: readonly Value[], how: How): void {
  const [, file] = words;
  const isFile = file?.kind === "text" && !/^\/(dev|proc)\//.test(file.text);
  const parts = isFile
    ? touch(file, { access: "read", inherent: true }, how.state)
    : [opaque("it runs a text that is not known before it runs")];
  emit(words, { parts, isComplete: false }, how);
  how.state.cwds = undefined;
  how.state.exports = true;
}
