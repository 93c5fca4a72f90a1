import { readArguments } from "../arguments.ts";
import { decidesWhatRuns } from "../environment-names.ts";
import type { Deed } from "../how.ts";
import { opaque } from "../report.ts";
import { SHELL_TEXT, spell, textValue, type Value } from "../values.ts";
import { words } from "../words.ts";
import { RUNS } from "./access.ts";

const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === "text" ? value.text : undefined;

/** Commands for a session that start nothing. */
const PLAIN_SCREEN = new Set(words("quit kill title detach windows number other next prev"));

/**
 * A window manager without a screen: what it starts runs from here, what it is told to do in a session may be anything.
 * @source screen(1)
 */
export function screenDeed(args: readonly Value[]): Deed {
  const [first] = args.map(textOf);
  if (first !== undefined && /^-(ls|list|v|wipe|-version|-help)$/.test(first))
    return { parts: [], isComplete: false };
  const { options, operands, mayHideOptions } = readArguments(args, {
    valued: words("-S -p -t -T -h -e -s -c"),
    permutes: false,
  });
  const has = (pattern: RegExp): boolean => options.some(({ name }) => pattern.test(name));
  const reasons = [
    mayHideOptions && "a word nobody knows may be an option",
    has(/^-[csL]$|^--/) && RUNS,
    has(/^-X$/) && !PLAIN_SCREEN.has(textOf(operands[0]) ?? "") && RUNS,
  ];
  const parts = reasons.flatMap((reason) => (typeof reason === "string" ? opaque(reason) : []));
  // With these, a word names the session.
  const isAttached = has(/^-[rRxX]$/) || (has(/^-[dD]$/) && !has(/^-m$/));
  return { parts, isComplete: false, runs: isAttached || operands.length === 0 ? [] : [operands] };
}

/** Commands that show, arrange or end. */
const PLAIN_TMUX = new Set([
  ...words(
    "ls list-sessions lsw list-windows lsp list-panes lsk list-keys list-commands lscm list-clients lsc",
  ),
  ...words("show show-options showw show-window-options showenv show-environment showmsgs show-messages has"),
  ...words("has-session a at attach attach-session detach detach-client kill-session kill-server killw"),
  ...words("kill-window killp kill-pane rename rename-session renamew rename-window selectw select-window"),
  ...words(
    "selectp select-pane switchc switch-client next next-window prev previous-window last last-window",
  ),
  ...words(
    "movew move-window swapw swap-window swapp swap-pane resizep resize-pane selectl select-layout start",
  ),
  ...words("start-server capturep capture-pane clearhist clear-history info"),
]);
/** Commands that start something in a window of the session, or a shell. */
const STARTING = new Set(words("new new-session neww new-window splitw split-window"));
/** Settings that name no program. */
const PLAIN_SETTINGS =
  /^(history-limit|mouse|(pane-)?base-index|mode-keys|status|status-keys|status-position|escape-time|repeat-time|renumber-windows|monitor-\w+|remain-on-exit|display-time|visual-\w+|set-titles|automatic-rename|allow-rename|aggressive-resize|synchronize-panes)$/;

/**
 * A server of windows. Its formats run programs where they have `#(`, and windows open in the directory of the session.
 * @source tmux(1)
 */
export function tmuxDeed(args: readonly Value[]): Deed {
  if (args.some((value) => value.kind !== "text" || value.text.includes("#(")))
    return { parts: [opaque(RUNS)], isComplete: false };
  const { options, operands } = readArguments(args, { valued: words("-c -f -L -S -T"), permutes: false });
  const global = options.some(({ name }) => /^-[cf]$/.test(name)) ? [opaque(RUNS)] : [];
  const deeds = commandsIn(operands).map(tmuxCommand);
  return {
    parts: [...global, ...deeds.flatMap(({ parts }) => parts)],
    isComplete: false,
    runs: deeds.flatMap(({ runs = [] }) => runs),
    runsElsewhere: true,
  };
}

/** A word that ends in `;` ends a command. */
function commandsIn(args: readonly Value[]): readonly (readonly Value[])[] {
  const commands: Value[][] = [[]];
  for (const value of args) {
    const text = textOf(value) ?? "";
    const word = text.replace(/;$/, "");
    if (word !== "") commands.at(-1)?.push(textValue(word, spell(value)));
    if (word !== text) commands.push([]);
  }
  return commands.filter((command) => command.length > 0);
}

function tmuxCommand([head, ...args]: readonly Value[]): Deed {
  const name = textOf(head) ?? "";
  if (PLAIN_TMUX.has(name)) return { parts: [], isComplete: false };
  if (STARTING.has(name)) return startedWindow(args);
  const { operands } = readArguments(args, { valued: ["-t"] });
  const [setting] = operands.map(textOf);
  const isPlain =
    (/^(set|set-option|setw|set-window-option)$/.test(name) && PLAIN_SETTINGS.test(setting ?? "")) ||
    (/^(setenv|set-environment)$/.test(name) && setting !== undefined && !decidesWhatRuns(setting));
  return { parts: isPlain ? [] : [opaque(RUNS)], isComplete: false };
}

/** One word is a text for a shell, several are a command. */
function startedWindow(args: readonly Value[]): Deed {
  const { options, operands } = readArguments(args, {
    valued: words("-c -e -f -F -n -s -t -x -y -l -p"),
    permutes: false,
  });
  const variables = options.flatMap(({ name, value }) => (name === "-e" ? [textOf(value) ?? ""] : []));
  const parts = variables.some((text) => decidesWhatRuns(text.split("=")[0] ?? "")) ? [opaque(RUNS)] : [];
  if (operands.length === 0) return { parts, isComplete: false };
  return {
    parts,
    isComplete: false,
    runs: [operands.length === 1 ? [...SHELL_TEXT, ...operands] : operands],
  };
}
