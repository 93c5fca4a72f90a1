import type { Arguments } from "../arguments.ts";
import { isOption } from "../arguments.ts";
import { touch, touchAll } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import { HERE, textValue, type Value } from "../values.ts";
import { words } from "../words.ts";
import { READ, READS, WRITES } from "./access.ts";

/** Programs that change files. */
export const CHANGERS: readonly Program[] = [
  { names: ["rm", "unlink"], operands: removal, isComplete: true, source: "rm(1)" },
  { names: ["rmdir"], operands: { access: "delete", inherent: true }, isComplete: true, source: "rmdir(1)" },
  {
    names: ["mkdir"],
    grammar: { valued: ["-m", "--mode"] },
    operands: WRITES,
    isComplete: true,
    source: "mkdir(1)",
  },
  {
    names: ["touch"],
    grammar: { valued: words("-d -r -t --date --reference --time") },
    operands: WRITES,
    touches: { "-r": READ, "--reference": READ },
    isComplete: true,
    source: "touch(1)",
  },
  {
    names: ["truncate"],
    grammar: { valued: words("-s -r --size --reference") },
    operands: WRITES,
    isComplete: true,
    touches: { "-r": READ, "--reference": READ },
    source: "truncate(1)",
  },
  { names: ["tee"], operands: WRITES, isComplete: true, source: "tee(1)" },
  {
    names: ["cp"],
    grammar: { valued: words("-t -S --target-directory --suffix --sparse --no-preserve") },
    operands: (args, state) => transfer(args, "copy", state),
    isComplete: true,
    source: "cp(1)",
  },
  {
    names: ["install"],
    grammar: {
      valued: words("-t -S -m -o -g --target-directory --suffix --mode --owner --group --strip-program"),
    },
    operands: installed,
    unclear: { "--strip-program": "it runs another program", "-M": "on some systems it writes a log" },
    isComplete: true,
    source: "install(1)",
  },
  {
    names: ["mv"],
    grammar: { valued: words("-t -S --target-directory --suffix") },
    operands: (args, state) => transfer(args, "move", state),
    isComplete: true,
    source: "mv(1)",
  },
  {
    names: ["ln", "link"],
    grammar: { valued: words("-t -S --target-directory --suffix") },
    operands: (args, state) => transfer(args, "link", state),
    isComplete: true,
    source: "ln(1): what it leads to can be read and written through it",
  },
  {
    names: ["chmod", "chown", "chgrp"],
    grammar: { valued: ["--reference", "--from"] },
    skips: modeIsOperand,
    operands: WRITES,
    touches: { "--reference": READ },
    recursive: ["-R", "--recursive"],
    isComplete: false,
    source: "chmod(1), chown(1): they change rights",
  },
  {
    names: ["dd"],
    operands: (args, state) => blocks(args.operands, state),
    isComplete: false,
    source: "dd(1)",
  },
  {
    names: ["split"],
    grammar: {
      valued: words(
        "-a -b -C -l -n -t --bytes --lines --line-bytes --number --suffix-length --additional-suffix --separator --filter",
      ),
    },
    operands: (args, state) => pieces(args.operands, state),
    unclear: { "--filter": "it runs another program" },
    isComplete: true,
    source: "split(1): pieces lie where the second operand says",
  },
  { names: ["shred"], operands: { access: "delete", inherent: true }, isComplete: true, source: "shred(1)" },
  {
    names: words("gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd"),
    grammar: { valued: ["-S", "--suffix"] },
    operands: WRITES,
    isComplete: false,
    source: "gzip(1) and others",
  },
];

function removal(args: Arguments, state: State): readonly Part[] {
  const isDeep = args.options.some(({ name }) => /^-[rR]$/.test(name) || isOption(name, "--recursive"));
  return touchAll(args.operands, { access: "delete", tree: isDeep, inherent: true }, state);
}

/** With `-d`, all operands are directories it makes. */
function installed(args: Arguments, state: State): readonly Part[] {
  const makes = args.options.some(({ name }) => name === "-d" || isOption(name, "--directory"));
  return makes ? touchAll(args.operands, WRITES, state) : transfer(args, "copy", state);
}

/** Without `--reference`, and without a mode that looks like an option. */
function modeIsOperand({ options }: Arguments): number {
  const isGiven = options.some(({ name }) => /^-[rwxXstugoa]$/.test(name) || isOption(name, "--reference"));
  return isGiven ? 0 : 1;
}

/** All but the last are sources, unless an option names the target. Directories are taken with all that is in them. */
function transfer(args: Arguments, how: "copy" | "move" | "link", state: State): readonly Part[] {
  const { options, operands } = args;
  const into = options.find(({ name }) => name === "-t" || isOption(name, "--target-directory"));
  const sources = into || (how === "link" && operands.length === 1) ? operands : operands.slice(0, -1);
  const target = into ? into.value : how === "link" && operands.length === 1 ? HERE : operands.at(-1);
  const taken = { tree: true, inherent: true } as const;
  const follows = options.some(({ name }) => name === "-L" || isOption(name, "--dereference"));
  return [
    ...touchAll(sources, { access: "read", follows, ...taken }, state),
    ...(how === "move" ? touchAll(sources, { access: "delete", ...taken }, state) : []),
    // Whoever writes to a link writes to what it leads to.
    ...(how === "link" ? touchAll(sources, { access: "write", ...taken }, state) : []),
    ...(target ? written(args, { sources, target }, state) : []),
    ...(target ? backedUp(options, target, state) : []),
  ];
}

/** A copy of what was there is kept beside it, under a name that begins like it. */
function backedUp(options: Arguments["options"], target: Value, state: State): readonly Part[] {
  const keeps = options.some(
    ({ name }) => /^-[bS]$/.test(name) || isOption(name, "--backup") || isOption(name, "--suffix"),
  );
  if (!keeps) return [];
  const beside: Value =
    target.kind === "text" ? { kind: "paths", base: target.text, source: target.source } : target;
  return touch(beside, { access: "write", inherent: false }, state);
}

interface Transfer {
  readonly sources: readonly Value[];
  readonly target: Value;
}

/** Where the target is a directory, what is written lies in it, under the names of the sources. */
function written({ options }: Arguments, { sources, target }: Transfer, state: State): readonly Part[] {
  const has = (short: string, long: string): boolean =>
    options.some(({ name }) => name === short || isOption(name, long));
  const isAll = has("-T", "--no-target-directory") || has("-D", "--parents") || target.kind !== "text";
  const isDirectory = target.kind === "text" && /(^|\/)\.{0,2}\/?$/.test(target.text);
  const whole = touch(target, { access: "write", tree: isAll || !isDirectory, inherent: true }, state);
  if (target.kind !== "text" || isAll) return whole;
  const inside = sources.flatMap((value) => {
    const name = value.kind === "text" ? value.text.replace(/\/+$/, "").split("/").at(-1) : undefined;
    if (name === undefined || name === "" || name === "." || name === "..")
      return touch(target, { access: "write", tree: true, inherent: true }, state);
    const text = `${target.text}/${name}`;
    return touch(textValue(text), { access: "write", tree: true, inherent: true }, state);
  });
  return [...(isDirectory ? [] : whole), ...inside];
}

function pieces([file, prefix]: readonly Value[], state: State): readonly Part[] {
  const named: Value = prefix ?? textValue("x");
  const written: Value =
    named.kind === "text" ? { kind: "paths", base: named.text, source: named.source } : named;
  return [...(file ? touch(file, READS, state) : []), ...touch(written, WRITES, state)];
}

function blocks(operands: readonly Value[], state: State): readonly Part[] {
  return operands.flatMap((value): readonly Part[] => {
    if (value.kind !== "text")
      return [{ kind: "opaque", reason: "a word of `dd` is not known before it runs" }];
    const [key, ...rest] = value.text.split("=");
    const file: Value = { kind: "text", text: rest.join("="), source: value.source };
    if (key === "if") return touch(file, { access: "read", inherent: true }, state);
    return key === "of" ? touch(file, { access: "write", inherent: true }, state) : [];
  });
}
