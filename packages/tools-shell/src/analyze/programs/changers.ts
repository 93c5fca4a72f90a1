import type { Arguments } from "../arguments.ts";
import { isOption } from "../arguments.ts";
import { touch, touchAll } from "../paths.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import type { Value } from "../values.ts";

const WRITES = { access: "write", inherent: true } as const;

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
    grammar: { valued: ["-d", "-r", "-t", "--date", "--reference", "--time"] },
    operands: WRITES,
    touches: { "-r": { access: "read" }, "--reference": { access: "read" } },
    isComplete: true,
    source: "touch(1)",
  },
  {
    names: ["truncate"],
    grammar: { valued: ["-s", "-r", "--size", "--reference"] },
    operands: WRITES,
    isComplete: true,
    source: "truncate(1)",
  },
  { names: ["tee"], operands: WRITES, isComplete: true, source: "tee(1)" },
  {
    names: ["cp"],
    grammar: { valued: ["-t", "-S", "--target-directory", "--suffix"] },
    operands: (args, state) => transfer(args, "read", state),
    isComplete: true,
    source: "cp(1)",
  },
  {
    names: ["install"],
    grammar: {
      valued: [
        "-t",
        "-S",
        "-m",
        "-o",
        "-g",
        "--target-directory",
        "--suffix",
        "--mode",
        "--owner",
        "--group",
        "--strip-program",
      ],
    },
    operands: (args, state) => transfer(args, "read", state),
    unclear: { "--strip-program": "it runs another program" },
    isComplete: true,
    source: "install(1)",
  },
  {
    names: ["mv"],
    grammar: { valued: ["-t", "-S", "--target-directory", "--suffix"] },
    operands: (args, state) => transfer(args, "delete", state),
    isComplete: true,
    source: "mv(1)",
  },
  {
    names: ["ln", "link"],
    grammar: { valued: ["-t", "-S", "--target-directory", "--suffix"] },
    operands: (args, state) => transfer(args, "read", state),
    isComplete: true,
    source: "ln(1): the target can be read through the link",
  },
  {
    names: ["chmod", "chown", "chgrp"],
    grammar: { valued: ["--reference", "--from"] },
    skips: 1,
    operands: WRITES,
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
    names: ["split", "csplit"],
    operands: { access: "read", inherent: true },
    unclear: { "--filter": "it runs another program" },
    isComplete: false,
    source: "split(1)",
  },
  { names: ["shred"], operands: { access: "delete", inherent: true }, isComplete: true, source: "shred(1)" },
  {
    names: ["gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd"],
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

/** All but the last are sources, unless an option names the target. */
function transfer(
  { options, operands }: Arguments,
  source: "read" | "delete",
  state: State,
): readonly Part[] {
  const into = options.find(({ name }) => name === "-t" || isOption(name, "--target-directory"));
  const sources = into ? operands : operands.slice(0, -1);
  const target = into ? into.value : operands.at(-1);
  return [
    ...touchAll(sources, { access: "read", tree: true, inherent: true }, state),
    ...(source === "delete"
      ? touchAll(sources, { access: "delete", tree: true, inherent: true }, state)
      : []),
    ...(target ? touch(target, { access: "write", inherent: true }, state) : []),
    ...(target ? namesInside(sources, target, state) : []),
  ];
}

/** Where the target is a directory, what is written lies in it, under the names of the sources. */
function namesInside(sources: readonly Value[], target: Value, state: State): readonly Part[] {
  if (target.kind !== "text") return [];
  return sources.flatMap((value) => {
    const name = value.kind === "text" ? value.text.replace(/\/+$/, "").split("/").at(-1) : undefined;
    if (name === undefined || name === "" || name === "." || name === "..")
      return touch(target, { access: "write", tree: true, inherent: true }, state);
    const text = `${target.text}/${name}`;
    return touch({ kind: "text", text, source: text }, { access: "write", inherent: true }, state);
  });
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
