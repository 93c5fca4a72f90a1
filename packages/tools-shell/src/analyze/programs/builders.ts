import type { Arguments } from "../arguments.ts";
import { decidesWhatRuns } from "../environment-names.ts";
import type { Program } from "../program.ts";
import type { Part } from "../report.ts";
import { words } from "../words.ts";
import { RUNS, running, SCRIPT } from "./access.ts";

/** Settings of go that name no program. */
const PLAIN_GO = /^(GOBIN|GOPATH|GOOS|GOARCH|GOPROXY|GOPRIVATE|GONOPROXY|GOSUMDB|GONOSUMDB|CGO_ENABLED)=/;

/** Programs that build and install others; what their own files make them run is not listed. */
export const BUILDERS: readonly Program[] = [
  {
    names: words("make gmake"),
    grammar: { valued: words("-C -f -j -l -o -W -I --directory --file --makefile --jobs --eval") },
    unclear: { "--eval": SCRIPT, "-E": SCRIPT },
    operands: madeWith,
    isComplete: false,
    source: "make(1)",
  },
  {
    names: words("ninja just rake cmake"),
    unclear: {
      "--eval": SCRIPT,
      "-E": SCRIPT,
      "-e": SCRIPT,
      "--execute": SCRIPT,
      "--shell": RUNS,
      "--shell-arg": RUNS,
    },
    isComplete: false,
    source: "cmake(1) and others",
  },
  {
    names: words("gcc g++ cc c++ clang clang++ gfortran"),
    grammar: { hasOneDash: true },
    unclear: {
      "-wrapper": RUNS,
      "-fplugin": "it loads a library",
      "-specs": RUNS,
      "--specs": RUNS,
      "-Xclang": "it may load a library",
    },
    operands: ({ operands, options }) =>
      [...operands.map(({ source }) => source), ...options.map(({ name }) => name)].some((text) =>
        /^(@|-B)/.test(text),
      )
        ? [{ kind: "opaque", reason: RUNS }]
        : [],
    isComplete: false,
    source: "gcc(1)",
  },
  {
    names: words("npm pnpm yarn pip pip3 cargo gem bundle composer poetry"),
    grammar: { flags: ["--user"] },
    unclear: {
      "--script-shell": RUNS,
      "--userconfig": RUNS,
      "--globalconfig": RUNS,
      "--config": RUNS,
      "--node-options": RUNS,
      "--scripts-prepend-node-path": RUNS,
    },
    operands: ({ operands }) => {
      const [sub, what] = operands.map(({ source }) => source);
      const sets = /^(config|c)$/.test(sub ?? "") && /^(set|edit|delete|unset)$|=/.test(what ?? "");
      return sets || (sub === "set" && what !== undefined)
        ? [{ kind: "opaque", reason: "it sets configuration, which can change what runs" }]
        : [];
    },
    isComplete: false,
    source: "npm-config(7), cargo(1) and others",
  },
  {
    names: ["go"],
    grammar: { hasOneDash: true },
    unclear: running("-exec", "-toolexec", "-vettool", "-overlay"),
    operands: ({ operands, options }) =>
      operands[0]?.source === "env" &&
      options.some(({ name }) => name === "-w") &&
      !operands.slice(1).every(({ kind, source }) => kind === "text" && PLAIN_GO.test(source))
        ? [{ kind: "opaque", reason: "it sets configuration, which can change what runs" }]
        : [],
    isComplete: false,
    source: "go help build",
  },
  {
    names: words("pdftex pdflatex latex tex lualatex xelatex"),
    grammar: { hasOneDash: true },
    unclear: running("--shell-escape", "-shell-escape", "--enable-write18"),
    isComplete: false,
    source: "tex(1)",
  },
  {
    names: words("dpkg rpm apt apt-get yum dnf"),
    unclear: {
      "-o": RUNS,
      "--option": RUNS,
      "-c": RUNS,
      "--config-file": RUNS,
      "--pipe": RUNS,
      "-E": RUNS,
      "--eval": RUNS,
    },
    isComplete: false,
    source: "apt-get(8), rpm(8)",
  },
];

/** Variables on the line may name a shell or run commands; a makefile may come from the input. */
function madeWith({ operands, options }: Arguments): readonly Part[] {
  const runs = operands.some((value) => {
    const [, name, text = ""] =
      /^([A-Za-z_]\w*)[:+?!]*=(.*)$/s.exec(value.kind === "text" ? value.text : "") ?? [];
    return name !== undefined && (decidesWhatRuns(name) || /\$[({]|`/.test(text));
  });
  const isInput = options.some(
    ({ name, value }) =>
      /^(-f|--file|--makefile)$/.test(name) && /^-$|^\/(dev|proc)\//.test(value?.source ?? "-"),
  );
  return runs || isInput ? [{ kind: "opaque", reason: RUNS }] : [];
}
