import { isOption, readArguments } from "./arguments.ts";
import { decidesWhatRuns } from "./environment-names.ts";
import { emit, FURTHER, type How, inside, isStandard, textOfWords } from "./how.ts";
import { touchAll } from "./paths.ts";
import { PROGRAMS } from "./programs/table.ts";
import { opaque, type Part } from "./report.ts";
import type { State } from "./state.ts";
import { TEXT_RUNNERS, type TextRunner } from "./text-runners.ts";
import { SHELL_TEXT, spell, textValue, type Value } from "./values.ts";
import { type Unwrapped, unwrap, WRAPPERS } from "./wrappers.ts";

/** Takes off what runs another command. @returns whether it was such a program. */
export function runWrapper(name: string, words: readonly Value[], how: How): boolean {
  const runner = Object.hasOwn(TEXT_RUNNERS, name) ? TEXT_RUNNERS[name] : undefined;
  if (runner !== undefined) return runText(name, runner, { words, how });
  const known = /^ld(-[\w.-]+)?\.so(\.\d+)*$/.test(name) ? "ld.so" : name;
  const wrapper = Object.hasOwn(WRAPPERS, known) ? WRAPPERS[known] : undefined;
  if (wrapper === undefined) return false;
  const unwrapped = unwrap(wrapper, words.slice(1));
  const parts = wrapperParts(name, unwrapped, how.state);
  const exactOnly = wrapper.exactOnly === true;
  if (unwrapped.rest.length === 0 || unwrapped.onlyAsks) {
    // Without a command, `xargs` prints its input.
    const isPlain = unwrapped.onlyAsks || !unwrapped.hasOptions || name === "xargs";
    const isComplete =
      isPlain && parts.length === 0 && /^(command|builtin|exec|env|time|xargs|nice)$/.test(name);
    emit(words, { parts, isComplete, exactOnly }, how);
    return true;
  }
  const isTransparent =
    isStandard(words) &&
    unwrapped.written.length === 0 &&
    (wrapper.isTransparent || (name === "xargs" && !unwrapped.hasOptions));
  const text = textOfWords(words);
  if (!isTransparent) emit(words, { parts, isComplete: false, exactOnly }, how);
  else for (const part of parts) if (part.kind === "opaque") how.analysis.report.opaque(text, part.reason);
  // Only the shell's own wrappers run in the shell itself.
  const state = /^(command|builtin)$/.test(name) ? how.state : how.state.aside();
  how.analysis.run(
    commandOf(name, unwrapped, how.state),
    inside(how, {
      state,
      ...(isTransparent && { prefix: how.prefix, also: [...how.also, text] }),
      ...(how.input && name !== "xargs" && { input: how.input }),
    }),
  );
  return true;
}

function wrapperParts(
  name: string,
  { assignments, unclear, written }: Unwrapped,
  state: State,
): readonly Part[] {
  const deciding = assignments
    .map((value) => /^[^=]*/.exec(value.kind === "text" ? value.text : value.source)?.[0] ?? "")
    .filter(decidesWhatRuns);
  return [
    ...(unclear === undefined ? [] : [opaque(`\`${name} ${unclear}\` changes what runs`)]),
    ...deciding.map((variable) => opaque(`it sets \`${variable}\`, which can change what runs`)),
    ...touchAll(written, { access: "write", inherent: false }, state),
  ];
}

/** `flock` may take a text; `xargs` puts words from its input behind the command, or in place of a word. */
function commandOf(name: string, { rest, options }: Unwrapped, { piped }: State): readonly Value[] {
  if (name === "flock" && /^(-c|--command)$/.test(rest[0]?.source ?? ""))
    return [...SHELL_TEXT, ...rest.slice(1, 2)];
  if (name !== "xargs") return rest;
  const isWhole = options.some(({ name: option }) => /^(-0|--null)$/.test(option));
  const program = rest[0]?.source.split("/").at(-1) ?? "";
  // A name alone may be a word that means something to a program nobody knows: `npm publish`.
  const areFiles = piped?.every(
    (value) => PROGRAMS.get(program)?.isComplete || (value.kind === "paths" && /^[./]/.test(value.base)),
  );
  const further = (isWhole && areFiles && piped) || [FURTHER];
  const replaced = options.find(({ name: option }) => /^(-I|-i|--replace)$/.test(option));
  if (replaced === undefined) return [...rest, ...further];
  const mark = replaced.value?.kind === "text" ? replaced.value.text : "{}";
  return rest.flatMap((value): readonly Value[] => {
    const [found, ...others] = further;
    const isFile = value.kind === "text" && value.text === mark && others.length === 0;
    if (isFile && found?.kind === "paths") return [{ ...found, source: value.source }];
    if (value.kind !== "text" || !value.text.includes(mark)) return [value];
    return [{ kind: "unknown", prefix: value.text.split(mark)[0] ?? "", source: value.source }];
  });
}

/** Programs that run their words as a text: in a shell, several times over, or on another machine. */
function runText(
  name: string,
  runner: TextRunner,
  { words, how }: { readonly words: readonly Value[]; readonly how: How },
): true {
  const { valued, operands: skipped, reason, option, connects, unclear = [], plainSettings } = runner;
  const { options, operands, abbreviated } = readArguments(words.slice(1), {
    valued,
    permutes: runner.permutes === true,
  });
  const given = options.find((one) => option?.some((known) => isOption(one.name, known)))?.value;
  const text = given ? [given] : operands.slice(skipped);
  const isKnown =
    text.every((value) => value.kind === "text") && (runner.permutes !== true || operands.every(isText));
  // The words are put together with spaces and read again.
  const joined = text.map((value) => (value.kind === "text" ? value.text : spell(value))).join(" ");
  const elsewhere = how.state.aside();
  if (reason !== undefined || connects) elsewhere.cwds = undefined;
  if (isKnown && joined !== "") how.analysis.followInShell(joined, name === "watch" ? how.state : elsewhere);
  const [target] = operands;
  const host = connects && target?.kind === "text" ? hostOf(target.text) : undefined;
  const parts: readonly Part[] = [
    ...(reason === undefined ? [] : [opaque(reason)]),
    ...(runner.writes === undefined
      ? []
      : touchAll([operands[0] ?? textValue(runner.writes)], WRITES, how.state)),
    ...(abbreviated === undefined ? [] : [opaque(`\`${name} ${abbreviated}\` may take the next word`)]),
    ...(given === undefined && runner.without !== undefined ? [opaque(runner.without)] : []),
    ...(unclear.includes("-") && operands.some(({ source }) => source === "-")
      ? [opaque(`\`${name} -\` changes what runs`)]
      : []),
    ...options
      .filter(({ name: one, value }) => {
        const isPlain = one === "-o" && value?.kind === "text" && plainSettings?.test(value.text) === true;
        return unclear.some((name) => isOption(one, name)) && !isPlain;
      })
      .map((one) => opaque(`\`${name} ${one.name}\` changes what runs`)),
    ...(connects && host === undefined
      ? [opaque("which machine it runs on is not known before it runs")]
      : []),
    ...(isKnown ? [] : [opaque("it runs a text that is not known before it runs")]),
    ...(host === undefined ? [] : [{ kind: "connect", host, inherent: true } as const]),
  ];
  emit(words, { parts, isComplete: false, exactOnly: runner.exactOnly === true }, how);
  return true;
}

const WRITES = { access: "write", inherent: true } as const;
const isText = (value: Value): boolean => value.kind === "text";

/** `user@host`, `ssh://user@host:22`. */
function hostOf(target: string): string | undefined {
  return /^(?:ssh:\/\/)?(?:[^@/]*@)?([^:/\s]+)/.exec(target)?.[1];
}
