import { type Option, readArguments } from "./arguments.ts";
import { emit, type How } from "./how.ts";
import { touch } from "./paths.ts";
import { opaque, type Part } from "./report.ts";
import { type Value, valuesOf } from "./values.ts";
import { words } from "./words.ts";

/** Options that change nothing a text means. */
function isPlainOption({ name, value }: Option): boolean {
  if (/^-[ceuxvsilrn]$|^--(norc|noprofile|login|version|help|rcfile|init-file)$/.test(name)) return true;
  const isPlain = value?.kind === "text" && /^(pipefail|errexit|nounset|xtrace|verbose)$/.test(value.text);
  return name === "-o" && isPlain;
}

/** Shells: programs that a text can be written for here. */
export const SHELLS: ReadonlySet<string> = new Set(words("sh bash dash zsh ksh ash mksh"));
const BASH_LIKE: ReadonlySet<string> = new Set(["bash", "sh", "dash"]);
/** What a plain POSIX shell takes for something else. */
const OTHERWISE_IN_SH = /\[\[|\(\(|\$['"]|<<<|&>|\b(function|select|coproc|time|alias)\b/;

/** `sh -c text` is read like the line itself; a script is read as a file; the input where it is written out. */
export function runShell(words: readonly Value[], how: How): void {
  const { analysis, state } = how;
  const { options, operands } = readArguments(words.slice(1), {
    valued: ["-o", "-O", "--rcfile", "--init-file"],
    permutes: false,
  });
  const [first] = operands;
  const has = (pattern: RegExp): boolean => options.some(({ name }) => pattern.test(name));
  const name = words[0]?.source.split("/").at(-1) ?? "";
  const parts: Part[] = BASH_LIKE.has(name) ? [] : [opaque(`\`${name}\` reads texts in its own way`)];
  if (has(/^--(rcfile|init-file|login)$|^-[il]$/)) parts.push(opaque("it runs start-up files"));
  if (!options.every(isPlainOption)) parts.push(opaque("it switches how the shell reads texts"));
  if (has(/^-c$/)) parts.push(...followText(first, how));
  else if (first?.kind === "text" && !/^-?$|^\/(dev|proc)\//.test(first.text))
    parts.push(...touch(first, { access: "read", inherent: true }, state));
  else if (first !== undefined && first.kind !== "text")
    parts.push(opaque("which script it runs is not known before it runs"));
  else if (!has(/^--(version|help)$/)) parts.push(...followInput(how));
  emit(words, { parts, isComplete: has(/^-c$/) && parts.length === 0 && options.length === 1 }, how);

  function followInput({ input }: How): readonly Part[] {
    const [text] = input ? valuesOf(input, state) : [];
    if (text?.kind !== "text") return [opaque("it runs what it reads from its input")];
    analysis.followInShell(text.text, state);
    return [opaque("it runs what it reads from its input")];
  }

  function followText(text: Value | undefined, { analysis: { followInShell } }: How): readonly Part[] {
    if (text?.kind !== "text") return [opaque("it runs a text that is not known before it runs")];
    followInShell(text.text, state);
    return name !== "bash" && OTHERWISE_IN_SH.test(text.text)
      ? [opaque(`\`${name}\` may read it in another way than bash`)]
      : [];
  }
}
