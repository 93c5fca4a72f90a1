import type { Analysis } from "./analysis.ts";
import { readArguments } from "./arguments.ts";
import { HARMLESS_BUILTINS, INTERPRETERS, NAMING, SHELLS, UNCLEAR_BUILTINS } from "./builtins.ts";
import { decidesWhatRuns, isHarmless } from "./environment-names.ts";
import { touch } from "./paths.ts";
import { type Deed, deedOf } from "./program.ts";
import { findDeed } from "./programs/find.ts";
import { gitDeed } from "./programs/git.ts";
import { PROGRAMS } from "./programs/table.ts";
import type { Part } from "./report.ts";
import { absolutePaths, type State } from "./state.ts";
import type { Assignment, SimpleNode } from "./tree.ts";
import { spell, type Value, valuesOf } from "./values.ts";
import { EXACT_ONLY, unwrap, WRAPPERS } from "./wrappers.ts";

/** How a command came to be run. */
interface How {
  readonly state: State;
  readonly analysis: Analysis;
  /** As it is written, when it is a command of its own and not what another one runs. */
  readonly spelled?: string;
  /** Assignments before it that an allow rule does not look past. */
  readonly prefix: string;
  /** The same command behind what was taken off it. */
  readonly also: readonly string[];
  /** Adds arguments from elsewhere, as `xargs` does. */
  readonly hasFurtherArguments?: boolean;
}

/** Reports what a simple command does, and what the commands in it do. */
export function runSimple(node: SimpleNode, state: State, analysis: Analysis): void {
  const values = node.words.flatMap((word) => valuesOf(word, state));
  const deciding = node.assignments.find(({ name }) => decidesWhatRuns(name));
  if (deciding)
    analysis.report.opaque(node.source, `it sets \`${deciding.name}\`, which can change what runs`);
  if (values.length === 0) {
    for (const assignment of node.assignments) state.set(assignment.name, plainValue(assignment, state));
    return;
  }
  const shown = node.assignments.filter(({ name }) => !isHarmless(name));
  const prefix = shown
    .map(({ name, values: words }) => `${name}=${words.map(({ source }) => source).join(" ")}`)
    .join(" ");
  const isBare = node.redirects.length === 0 && node.assignments.length === 0;
  run(values, { state, analysis, prefix, also: [], ...(isBare && { spelled: node.source }) });
}

function plainValue({ values, isPlain }: Assignment, state: State): string | undefined {
  const [word] = values;
  const [value] = word && isPlain ? valuesOf(word, state) : [];
  return value?.kind === "text" ? value.text : undefined;
}

function run(words: readonly Value[], how: How): void {
  const [head, ...args] = words;
  const { analysis, state } = how;
  if (head === undefined || !analysis.spend()) return;
  const text = words.map(spell).join(" ");
  if (head.kind !== "text" || head.text === "") {
    analysis.report.opaque(text, "which program runs is not known before it runs");
    return;
  }
  if (state.functions.has(head.text)) return;
  const name = programName(head.text);
  if (
    name !== undefined &&
    (runShellWord(name, args, { ...how, text }) || runWrapper(name, args, { ...how, text }))
  )
    return;
  const deed = deedBy(name, args, how);
  emit({ words, deed, also: [...deed.also, ...bareName(head.text, args)] }, how);
  const { spelled: _, ...inner } = how;
  for (const command of deed.runs) run(command, { ...inner, prefix: "", also: [] });
}

/** The name knowledge goes by; undefined for a program in a directory of its own, whatever it is called. */
function programName(word: string): string | undefined {
  if (!word.includes("/")) return word;
  return /^(\/usr)?(\/local)?\/s?bin\/([^/]+)$/.exec(word)?.[3];
}

/** Deny and ask rules bind a program wherever it lies. */
function bareName(word: string, args: readonly Value[]): readonly string[] {
  const name = word.split("/").at(-1) ?? word;
  return name === word || name === "" ? [] : [[name, ...args.map(spell)].join(" ")];
}

interface FullDeed extends Deed {
  readonly also: readonly string[];
  readonly runs: readonly (readonly Value[])[];
}

const further = (how: How): readonly Part[] =>
  how.hasFurtherArguments ? [{ kind: "opaque", reason: "further arguments come from its input" }] : [];

function deedBy(name: string | undefined, given: readonly Value[], how: How): FullDeed {
  const { state } = how;
  const none: FullDeed = { parts: [], isComplete: false, also: [], runs: [] };
  // What comes from elsewhere stands at the end, as any word.
  const args: readonly Value[] = how.hasFurtherArguments
    ? [...given, { kind: "unknown", prefix: "", source: "…" }]
    : given;
  if (name === undefined) return { ...none, parts: further(how) };
  if (name === "find") return { ...none, ...findDeed(args, state) };
  if (name === "git") return { ...none, ...gitDeed(args, state), runs: [] };
  const program = PROGRAMS.get(name);
  if (program) return { ...none, ...deedOf(program, args, state) };
  if (INTERPRETERS.has(name)) return { ...none, parts: interpreterParts(args, state) };
  return { ...none, parts: further(how) };
}

/** A program text on the command line or from the input is nothing anybody here can read. */
function interpreterParts(args: readonly Value[], state: State): readonly Part[] {
  const [first] = args;
  const isText = args.some(
    (value) => value.kind === "text" && /^-(c|e|E|p|r|-eval|-print|pe|ne|-command)$/.test(value.text),
  );
  if (isText) return [];
  const { operands } = readArguments(args, { permutes: false });
  const [script] = operands;
  if (script) return touch(script, { access: "read", inherent: true }, state);
  return first === undefined || (first.kind === "text" && first.text === "-")
    ? [{ kind: "opaque", reason: "it runs what it reads from its input" }]
    : [];
}

function emit(
  { words, deed, also }: { words: readonly Value[]; deed: FullDeed; also: readonly string[] },
  { analysis, prefix, spelled, also: around }: How,
): void {
  const bare = words.map(spell).join(" ");
  const text = prefix === "" ? bare : `${prefix} ${bare}`;
  const others = [...new Set([...(prefix === "" ? [] : [bare]), ...also, ...around])];
  const argv = words.every((value) => value.kind === "text")
    ? words.map((value) => (value.kind === "text" ? value.text : ""))
    : undefined;
  analysis.report.exec(
    {
      text,
      ...(argv && { argv }),
      ...(spelled !== undefined && spelled !== text && { spelled }),
      ...(others.length > 0 && { also: others }),
      ...(deed.isComplete && { complete: true as const }),
    },
    deed.parts,
  );
}

interface Here extends How {
  readonly text: string;
}

const PLAIN: Omit<FullDeed, "parts"> = { isComplete: true, also: [], runs: [] };

/** Words that mean something to the shell itself. @returns whether it was one. */
function runShellWord(name: string, args: readonly Value[], here: Here): boolean {
  const { analysis, state, text } = here;
  const words: readonly Value[] = [{ kind: "text", text: name, source: name }, ...args];
  const texts = args.map((value) => (value.kind === "text" ? value.text : undefined));
  switch (name) {
    case "cd":
    case "pushd":
    case "popd":
      emit({ words, deed: { ...PLAIN, parts: changeDirectory(name, args, state) }, also: [] }, here);
      return true;
    case "eval":
      if (texts.every((one) => one !== undefined)) analysis.follow(texts.join(" "), state);
      else analysis.report.opaque(text, "it runs a text that is not known before it runs");
      return true;
    case "trap":
      if (texts[0] !== undefined && texts.length > 1 && texts[0] !== "-" && texts[0] !== "")
        analysis.follow(texts[0], state.aside());
      else if (args.length > 1 && texts[0] === undefined)
        analysis.report.opaque(text, "it keeps a text to run that is not known");
      return true;
    case ".":
    case "source": {
      const [file] = args;
      const parts = file ? touch(file, { access: "read", inherent: true }, state) : [];
      emit({ words, deed: { ...PLAIN, isComplete: false, parts }, also: [] }, here);
      state.cwds = undefined;
      return true;
    }
    default:
      break;
  }
  const reason = UNCLEAR_BUILTINS[name];
  if (reason !== undefined) {
    analysis.report.opaque(text, reason);
    return true;
  }
  if (SHELLS.has(name)) return runShell(name, args, here);
  if (!HARMLESS_BUILTINS.has(name)) return false;
  const parts = builtinParts(name, args);
  emit({ words, deed: { ...PLAIN, parts }, also: [] }, here);
  return true;
}

/** Names with a subscript are evaluated, and what decides what runs is told. */
function builtinParts(name: string, args: readonly Value[]): readonly Part[] {
  const parts: Part[] = [];
  if (name === "hash" && args.length > 0)
    parts.push({ kind: "opaque", reason: "it says where programs are" });
  for (const value of args) {
    const [, variable] =
      /^([A-Za-z_]\w*)(?:\+?=|$)/.exec(value.kind === "text" ? value.text : value.source) ?? [];
    if (
      /^(export|declare|typeset|local|readonly|read|unset|printf)$/.test(name) &&
      variable &&
      decidesWhatRuns(variable)
    )
      parts.push({ kind: "opaque", reason: `it sets \`${variable}\`, which can change what runs` });
  }
  if (!NAMING.has(name)) return parts;
  const names =
    name === "printf" || name === "test" || name === "["
      ? afterOption(args, "-v")
      : name === "let"
        ? []
        : args;
  const isSubscript = (value: Value): boolean =>
    value.kind === "text"
      ? /^[A-Za-z_]\w*\[/.test(value.text)
      : value.kind === "unknown" && name !== "export";
  if (names.some(isSubscript)) parts.push({ kind: "opaque", reason: "it evaluates a subscript" });
  if (name === "let") parts.push(...letParts(args));
  if (
    /^(mapfile|readarray)$/.test(name) &&
    args.some((value) => value.kind === "text" && value.text.startsWith("-C"))
  )
    parts.push({ kind: "opaque", reason: "it runs a command for each line" });
  return parts;
}

const letParts = (args: readonly Value[]): readonly Part[] =>
  args.every(
    (value) => value.kind === "text" && /^[A-Za-z_]\w*([-+*/]?=|\+\+|--)[\d+\-*/ ]*$/.test(value.text),
  )
    ? []
    : [{ kind: "opaque", reason: "it evaluates its words as arithmetic" }];

const afterOption = (args: readonly Value[], option: string): readonly Value[] =>
  args.filter((_, at) => {
    const before = args[at - 1];
    return before?.kind === "text" && before.text === option;
  });

function changeDirectory(name: string, args: readonly Value[], state: State): readonly Part[] {
  const { operands } = readArguments(args, {});
  const [target] = operands;
  if (target === undefined && name === "cd") {
    state.cwds = [state.home];
    return [{ kind: "read", path: state.home, inherent: true }];
  }
  const paths =
    target?.kind === "text" && target.text !== "-" ? absolutePaths(target.text, state) : undefined;
  state.cwds = paths;
  return paths?.map((path) => ({ kind: "read", path, inherent: true })) ?? [];
}

/** `sh -c text` is read like the line itself; a script is read as a file; the input is nothing anybody knows. */
function runShell(name: string, args: readonly Value[], here: Here): boolean {
  const { analysis, state } = here;
  const words: readonly Value[] = [{ kind: "text", text: name, source: name }, ...args];
  const { options, operands } = readArguments(args, {
    valued: ["-o", "-O", "--rcfile", "--init-file"],
    permutes: false,
  });
  const [first] = operands;
  const parts: Part[] = [];
  if (options.some(({ name: option }) => /^--(rcfile|init-file)$|^-[il]$|^--login$/.test(option)))
    parts.push({ kind: "opaque", reason: "it runs start-up files" });
  if (options.some(({ name: option }) => option === "-c")) {
    if (first?.kind === "text") analysis.follow(first.text, state.aside());
    else parts.push({ kind: "opaque", reason: "it runs a text that is not known before it runs" });
  } else if (first) parts.push(...touch(first, { access: "read", inherent: true }, state));
  else if (!options.some(({ name: option }) => /^--(version|help)$/.test(option)))
    parts.push({ kind: "opaque", reason: "it runs what it reads from its input" });
  emit({ words, deed: { parts, isComplete: false, also: [], runs: [] }, also: [] }, here);
  return true;
}

/** Takes off what runs another command. @returns whether it was such a program. */
function runWrapper(name: string, args: readonly Value[], here: Here): boolean {
  const { analysis, text, prefix } = here;
  if (name === "watch" || name === "parallel") return runText(name, args, here);
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (wrapper === undefined) return false;
  const { rest, assignments, hasOptions, onlyAsks, unclear } = unwrap(wrapper, args);
  const words: readonly Value[] = [{ kind: "text", text: name, source: name }, ...args];
  const parts: Part[] = [
    ...(unclear === undefined
      ? []
      : [{ kind: "opaque", reason: `\`${name} ${unclear}\` changes what runs` } as const]),
    ...assignments.flatMap((value): Part[] => {
      const variable = /^[^=]*/.exec(value.kind === "text" ? value.text : value.source)?.[0] ?? "";
      return decidesWhatRuns(variable)
        ? [{ kind: "opaque", reason: `it sets \`${variable}\`, which can change what runs` }]
        : [];
    }),
    ...(EXACT_ONLY.has(name)
      ? [{ kind: "opaque", reason: `\`${name}\` lets it run on its own` } as const]
      : []),
  ];
  if (rest.length === 0 || onlyAsks) {
    const isPlain = name === "xargs" ? false : unclear === undefined;
    emit(
      {
        words,
        deed: { parts, isComplete: isPlain && name !== "ssh" && name !== "sudo", also: [], runs: [] },
        also: [],
      },
      here,
    );
    return true;
  }
  const isXargs = name === "xargs";
  const isTransparent = wrapper.isTransparent || (isXargs && !hasOptions);
  if (!isTransparent) emit({ words, deed: { parts, isComplete: false, also: [], runs: [] }, also: [] }, here);
  else for (const part of parts) if (part.kind === "opaque") analysis.report.opaque(text, part.reason);
  const { spelled: _, ...inner } = here;
  run(rest, {
    ...inner,
    prefix: isTransparent ? prefix : "",
    also: isTransparent ? [...here.also, text] : [],
    ...(isXargs && { hasFurtherArguments: true }),
  });
  return true;
}

/** Programs that run their words as one text, or several times over. */
function runText(name: string, args: readonly Value[], here: Here): boolean {
  const { analysis, state } = here;
  const words: readonly Value[] = [{ kind: "text", text: name, source: name }, ...args];
  const valued = name === "watch" ? ["-n", "-q", "--interval", "--equexit"] : ["-j", "-a", "-I", "--jobs"];
  const { operands } = readArguments(args, { valued, permutes: false });
  const isKnown = operands.every((value) => value.kind === "text");
  if (isKnown) analysis.follow(operands.map(spell).join(" "), state.aside());
  const parts: Part[] = [{ kind: "opaque", reason: `\`${name}\` runs it again and again` }];
  emit({ words, deed: { parts, isComplete: false, also: [], runs: [] }, also: [] }, here);
  return true;
}
