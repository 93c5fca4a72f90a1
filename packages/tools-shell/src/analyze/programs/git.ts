import { existsSync } from "node:fs";
import { isOption, readArguments } from "../arguments.ts";
import type { Deed } from "../how.ts";
import { filesAmong } from "../named-files.ts";
import { touch, touchAll } from "../paths.ts";
import type { Part } from "../report.ts";
import { absolutePaths, type State } from "../state.ts";
import { HERE, SHELL_TEXT, spell, textValue, type Value } from "../values.ts";
import { words } from "../words.ts";
import { mayBeBare } from "./bare-repository.ts";

const VALUED = words("-C -c --git-dir --work-tree --namespace --exec-path --config-env --super-prefix");
/** Say how output looks, and name no program. */
const PLAIN_CONFIG =
  /^(color\.[\w.]+|core\.quote[pP]ath|core\.abbrev|user\.(name|email)|log\.date|diff\.(renames|context)|advice\.\w+|i18n\.\w+|init\.defaultBranch)=/;
const PLAIN_FLAGS = words(
  "--no-pager -P --no-optional-locks --literal-pathspecs --no-replace-objects --icase-pathspecs --no-lazy-fetch",
);
/** Stand for a whole command: git prints what they name and ends. Before a subcommand they mean something else. */
const PRINTED = words("--version -v --help -h --html-path --man-path --info-path");

/** Subcommands that only print, whatever their operands. */
const READING = new Set(
  words(
    "status log diff show rev-parse rev-list ls-files ls-tree blame annotate describe shortlog cat-file for-each-ref name-rev merge-base count-objects version whatchanged diff-tree diff-files diff-index show-ref var check-ignore check-attr grep cherry range-diff verify-commit verify-tag get-tar-commit-id",
  ),
);
/** Those that print when they are given nothing but these options. */
const LISTING: Readonly<Record<string, readonly string[]>> = {
  branch: words(
    "-a -r -v -vv --all --remotes --verbose --list -l --show-current --merged --no-merged --contains --sort --format --color --no-color --column",
  ),
  tag: words("-l --list -n --sort --contains --merged --format"),
  remote: ["-v", "--verbose"],
  stash: [],
  config: words(
    "--get --get-all --get-regexp --list -l --show-origin --show-scope --global --local --system --name-only",
  ),
  reflog: [],
  worktree: ["--porcelain"],
};
/** Subcommands whose `-m` takes the text of a message, whatever it comes from. */
const WITH_MESSAGE = words("commit tag merge notes stash");
const MESSAGE = words("-m --message");
const UNCLEAR: Readonly<Record<string, string>> = {
  "--output": "it writes a file",
  "--ext-diff": "it runs another program",
  "--textconv": "it runs another program",
  "--filters": "it runs another program",
  "--httpd": "it runs another program",
  "--browser": "it runs another program",
  "--extcmd": "it runs another program",
  "--smtp-server": "it runs another program",
  "--sendmail-cmd": "it runs another program",
  "--to-cmd": "it runs another program",
  "--cc-cmd": "it runs another program",
  "--header-cmd": "it runs another program",
  "--open-files-in-pager": "it runs another program",
  "-O": "it runs another program or reads an order file",
  "--upload-pack": "it runs another program",
  "--receive-pack": "it runs another program",
  "--exec": "it runs another program",
  "-x": "it may run another program",
  "--template": "it installs hooks from a directory",
};

export function gitDeed(args: readonly Value[], from: State): Deed {
  const { before, rest } = splitGlobal(args);
  const [sub, ...further] = rest;
  const state = placeOf(before, from);
  const global = globalParts(before, sub === undefined ? [...PLAIN_FLAGS, ...PRINTED] : PLAIN_FLAGS, from);
  if (sub === undefined) return { parts: global, isComplete: global.length === 0, also: [] };
  const also = before.length > 0 ? [["git", ...rest.map(spell)].join(" ")] : [];
  if (sub.kind !== "text") {
    const reason = "which git command it is, is not known before it runs";
    return { parts: [...global, { kind: "opaque", reason }], isComplete: false, also };
  }
  const inner = readArguments(further, { valued: WITH_MESSAGE.includes(sub.text) ? MESSAGE : [] });
  const unclear = inner.options.flatMap(({ name }): Part[] => {
    if (name === "-x" && !/^(rebase|difftool)$/.test(sub.text)) return [];
    if (sub.text === "archive" && name === "--output") return [];
    const reason = Object.entries(UNCLEAR).find(([option]) => isOption(name, option))?.[1];
    return reason === undefined ? [] : [{ kind: "opaque", reason }];
  });
  const hidden: Part[] = inner.mayHideOptions
    ? [{ kind: "opaque", reason: "a word nobody knows may be an option" }]
    : [];
  const parts = [
    ...global,
    ...(state.cwds?.some(mayBeBare) ? [BARE] : []),
    ...unclear,
    ...hidden,
    ...helpers(further),
    ...connections(sub.text, further),
    ...subcommandParts(sub.text, further, state),
  ];
  // Where nobody knows which repository it is, nobody knows what that one makes git run.
  const isComplete = state.cwds !== undefined && onlyPrints(sub.text, further);
  return { parts, isComplete, also, runs: commandsIn(sub.text, further) };
}

const BARE: Part = { kind: "opaque", reason: "a directory that looks like a repository says what runs" };

/** Where it works: each `-C` leads on from the one before. */
function placeOf(before: readonly Value[], state: State): State {
  const place = state.aside();
  for (const { name, value } of readArguments(before, { valued: VALUED }).options)
    if (name === "-C") place.cwds = value?.kind === "text" ? absolutePaths(value.text, place) : undefined;
  return place;
}

/** Subcommands that run the words behind them. */
function commandsIn(sub: string, args: readonly Value[]): readonly (readonly Value[])[] {
  if (sub === "filter-branch") return filters(args);
  if (sub === "merge-index") return [args.slice(args.findIndex((value) => !value.source.startsWith("-")))];
  const [first, ...command] = args;
  if (first?.kind !== "text") return [];
  const runs =
    (sub === "bisect" && first.text === "run") || (sub === "submodule" && first.text === "foreach");
  return runs && command.length > 0 ? [command] : [];
}

/** Every filter is a text that a shell runs for each commit. */
function filters(args: readonly Value[]): readonly (readonly Value[])[] {
  const { options } = readArguments(args, { valued: FILTERS, permutes: false });
  return options.flatMap(({ name, value }) =>
    FILTERS.includes(name) && value ? [[...SHELL_TEXT, value]] : [],
  );
}

/** Subcommands that run what their words name. */
const RUNNING = new Set(words("for-each-repo hook shell web--browse"));
const FILTERS = words(
  "--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter",
);

/** `ext::command` runs a command in place of a connection, and other helpers are programs as well. */
function helpers(args: readonly Value[]): readonly Part[] {
  const runs = args.some(
    (value) =>
      value.kind === "text" &&
      /^(--\w+=)?[\w+-]+::/.test(value.text) &&
      !/^(https?|ssh|git)::/.test(value.text),
  );
  return runs ? [{ kind: "opaque", reason: "it runs another program" }] : [];
}

const CONNECTING = words("clone fetch pull push ls-remote submodule archive remote");

/** The machines that addresses on the line name; those behind names of remotes stand in the configuration. */
function connections(sub: string, args: readonly Value[]): readonly Part[] {
  if (!CONNECTING.includes(sub)) return [];
  return args.flatMap((value): readonly Part[] => {
    const text = value.kind === "text" ? value.text.replace(/^--remote=/, "") : "";
    const [, , host, port] = /^(?:https?|ssh|git|ftps?):\/\/([^@/]*@)?([^:/]+)(?::(\d+))?/.exec(text) ?? [];
    const [, short] = /^(?:[\w.-]+@)?([\w-][\w.-]*):(?!\/\/|:)[^\s]/.exec(text) ?? [];
    // `HEAD:main` and `v1:v1` are names of branches.
    const name = host ?? (sub === "clone" || sub === "ls-remote" || text.includes("@") ? short : undefined);
    return name === undefined
      ? []
      : [{ kind: "connect", host: name, inherent: true, ...(port && { port: Number(port) }) }];
  });
}

function subcommandParts(sub: string, args: readonly Value[], state: State): readonly Part[] {
  if (sub === "merge-index") return filesAmong(args, state);
  if (commandsIn(sub, args).length > 0)
    return [{ kind: "opaque", reason: "it runs commands again and again" }];
  if (RUNNING.has(sub)) return [{ kind: "opaque", reason: "it runs another program" }];
  if (sub === "config" && !onlyPrints(sub, args)) return configured(args, state);
  const texts = args.flatMap((value) => (value.kind === "text" ? value.text : []));
  const written = writtenBy(sub, args);
  if (written !== undefined)
    return [
      ...touchAll(written, { access: "write", tree: true, inherent: true }, state),
      ...filesAmong(args, state),
    ];
  if (sub === "clone" && texts.some((text) => /^(-\w*u|--upl)/.test(text)))
    return [{ kind: "opaque", reason: "it runs another program" }];
  if (sub === "clone" && texts.some((text) => /^(-\w*c|--conf)/.test(text)))
    return [{ kind: "opaque", reason: "it sets configuration, which can change what runs" }];
  if (!READING.has(sub)) return filesAmong(args, state);
  return [
    ...readBy(texts, state),
    ...filesAmong(args, state),
    ...(sub === "grep" || texts.includes("--no-index") ? below(args, state) : []),
  ];
}

/** The file or directory that a subcommand is told to write; undefined for every other. */
function writtenBy(sub: string, args: readonly Value[]): readonly Value[] | undefined {
  const { options, operands } = readArguments(args, { valued: OUTPUTS });
  if (sub === "bundle" && operands[0]?.source === "create") return operands.slice(1, 2);
  if (sub !== "archive" && sub !== "format-patch") return undefined;
  return options.flatMap(({ name, value }) => (OUTPUTS.includes(name) && value ? [value] : []));
}

const OUTPUTS = words("-o --output --output-directory");

/** Hooks and configuration of a repository decide what it runs, so changing them is said. */
function configured(args: readonly Value[], state: State): readonly Part[] {
  const texts = args.map((value) => (value.kind === "text" ? value.text : ""));
  const file = texts.includes("--global") ? `${state.home}/.gitconfig` : ".git/config";
  const { operands, options } = readArguments(args, { valued: words("-f --file --type --blob") });
  const names = operands.filter(({ source }) => !/^(set|unset|get|list)$/.test(source)).slice(0, 1);
  const isPlain =
    names.every((name) => name.kind === "text" && PLAIN_CONFIG.test(`${name.text}=`)) &&
    options.every(({ name }) =>
      /^--(global|local|add|unset|unset-all|replace-all|type|bool|int)$/.test(name),
    );
  return [
    ...touch(textValue(file), { access: "write", inherent: false }, state),
    ...(isPlain && names.length > 0
      ? []
      : [{ kind: "opaque", reason: "it sets configuration, which can change what runs" } as const]),
  ];
}

/** Files and folders that are there, and what a revision holds of a path. */
function readBy(texts: readonly string[], state: State): readonly Part[] {
  return texts.flatMap((text): readonly Part[] => {
    // `-L1,5:file` as well.
    const [, path = text] = /^(?!-[^L])[^:]*:(?:\.\/)?(.+)$/s.exec(text) ?? [];
    const isThere = path !== text || absolutePaths(path, state)?.some((one) => existsSync(one)) !== false;
    const how = { access: "read", tree: true, inherent: true } as const;
    return isThere && !path.startsWith("-") ? touch(textValue(path, text), how, state) : [];
  });
}

/** `git grep` without a path searches all that is below. */
function below(args: readonly Value[], state: State): readonly Part[] {
  const paths = args.findIndex((value) => value.kind === "text" && value.text === "--");
  const given: readonly Value[] = paths < 0 ? [] : args.slice(paths + 1);
  const roots: readonly Value[] = given.length > 0 ? given : [HERE];
  return touchAll(roots, { access: "read", tree: true, inherent: true }, state);
}

function onlyPrints(sub: string, args: readonly Value[]): boolean {
  if (READING.has(sub)) return true;
  const plain = Object.hasOwn(LISTING, sub) ? LISTING[sub] : undefined;
  if (plain === undefined) return false;
  const texts = args.map((value) => (value.kind === "text" ? value.text : undefined));
  if (/^(stash|worktree|reflog)$/.test(sub))
    return sub === "reflog"
      ? args.length === 0 || texts[0] === "show"
      : texts[0] === "list" || texts[0] === "show";
  if (sub === "remote")
    return (
      texts.length === 0 ||
      texts.every((text) => text !== undefined && plain.includes(text)) ||
      texts[0] === "get-url"
    );
  const options = texts.filter((text) => text?.startsWith("-"));
  if (sub === "config")
    return (
      options.every((text) => text !== undefined && plain.includes(text)) &&
      options.some((text) => text !== undefined && /^(--get|--get-all|--get-regexp|--list|-l)$/.test(text))
    );
  if (!options.every((text) => text !== undefined && plain.includes(text.split("=")[0] ?? ""))) return false;
  return (
    texts.length === options.length ||
    options.some((text) => /^(-l|--list|--contains|--merged|--no-merged|-n)/.test(text ?? ""))
  );
}

/** Options of git itself end at its subcommand. */
function splitGlobal(args: readonly Value[]): { before: readonly Value[]; rest: readonly Value[] } {
  let at = 0;
  for (; at < args.length; at++) {
    const value = args[at];
    if (value?.kind !== "text" || !value.text.startsWith("-")) break;
    if (VALUED.includes(value.text)) at += 1;
  }
  return { before: args.slice(0, at), rest: args.slice(at) };
}

function globalParts(before: readonly Value[], plain: readonly string[], state: State): readonly Part[] {
  const at = state.aside();
  return readArguments(before, { valued: VALUED }).options.flatMap(({ name, value }): readonly Part[] => {
    if (plain.includes(name)) return [];
    if (name === "-c" && value?.kind === "text" && PLAIN_CONFIG.test(value.text)) return [];
    if (name === "-C" && value?.kind === "text") {
      const paths = absolutePaths(value.text, at);
      at.cwds = paths;
      if (paths) return paths.map((path) => ({ kind: "read", path, tree: true, inherent: true }));
    }
    return [{ kind: "opaque", reason: `\`git ${name}\` can change what runs` }];
  });
}
