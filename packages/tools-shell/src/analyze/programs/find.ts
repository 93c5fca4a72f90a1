import { mayBeOption } from "../arguments.ts";
import type { Deed } from "../how.ts";
import { touchAll } from "../paths.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import { HERE, isSeveral, type Value } from "../values.ts";
import { words } from "../words.ts";

const RUNNING = new Set(words("-exec -execdir -ok -okdir"));
const WRITING = new Set(words("-fprint -fprint0 -fls -fprintf"));
/** Those of BSD, too, which stand before the places. */
const GLOBAL = /^-([HLPEXdsx-]|O\d*|D)$/;

/** @source find(1) */
export function findDeed(args: readonly Value[], state: State): Deed {
  const start = args.findIndex(
    (value) => value.kind === "text" && /^[-(!,]/.test(value.text) && !GLOBAL.test(value.text),
  );
  const operands = (start < 0 ? args : args.slice(0, start)).filter(
    (value) => !(value.kind === "text" && GLOBAL.test(value.text)),
  );
  const roots: readonly Value[] = operands.length > 0 ? operands : [HERE];
  const follows = args.some(({ source }) => source === "-L" || source === "-follow");
  const parts: Part[] = [...touchAll(roots, { access: "read", tree: true, follows, inherent: true }, state)];
  const runs: (readonly Value[])[] = [];
  const expression = start < 0 ? [] : args.slice(start);
  const hide = (value: Value, behind: readonly Value[]): void => {
    const hidden = hiddenAction(value, { behind, roots }, state);
    parts.push(...hidden.parts);
    runs.push(...hidden.runs);
  };
  for (const [at, root] of roots.entries())
    if (mayBeAction(root)) hide(root, [...roots.slice(at + 1), ...expression]);
  for (let at = 0; at < expression.length; at++) {
    const value = expression[at] as Value;
    const word = value.kind === "text" ? value.text : "";
    if (TAKES_WORD.test(word)) {
      // A quoted word is one word, whatever it holds: what the test is about.
      const next = expression[at + 1];
      if (next !== undefined && !isSeveral(next)) at += 1;
    } else if (mayBeAction(value)) {
      hide(value, expression.slice(at + 1));
    } else if (word === "-delete") {
      parts.push(...touchAll(roots, { access: "delete", tree: true, follows, inherent: false }, state));
    } else if (word === "-f" && operands.length === 0) {
      // Of BSD: one more place.
      parts.push({ kind: "opaque", reason: "it searches where another word says" });
    } else if (WRITING.has(word)) {
      const file = expression[++at];
      if (file) parts.push(...touchAll([file], { access: "write", inherent: false }, state));
    } else if (word === "-files0-from") {
      parts.push({ kind: "opaque", reason: "it searches where another file says" });
    } else if (RUNNING.has(word)) {
      const end = expression.findIndex(
        (other, i) => i > at && other.kind === "text" && /^[;+]$/.test(other.text),
      );
      const words = expression.slice(at + 1, end < 0 ? undefined : end);
      runs.push(words.map((word) => foundFile(word, roots)));
      at = end < 0 ? expression.length : end;
    }
  }
  return { parts, isComplete: true, runs };
}

const TAKES_WORD =
  /^-(i?(l?name|path|wholename|regex)|type|xtype|size|perm|user|group|[acm](min|time)|newer\w*|(min|max)depth|inum|links)$/;
const ACTIONS = ["-delete", "-files0-from", ...RUNNING, ...WRITING];

/** Whether a word nobody knows may become an action: a pattern only where a file of such a name would match it. */
function mayBeAction(value: Value): boolean {
  if (value.kind === "text" || value.kind === "stream" || !mayBeOption(value)) return false;
  if (value.kind === "paths" && /^([\w./*?@%+:,=~-]|\[[A-Za-z\d]+\])+$/.test(value.source))
    return ACTIONS.some((action) => matchesPattern(action, value.source));
  const [end = ""] = value.kind === "paths" ? (/[^*?[\](){}"'`$\\]*$/.exec(value.source) ?? []) : [];
  return ACTIONS.some((action) => action.endsWith(end));
}

/** Patterns of `*`, `?` and plain sets. */
function matchesPattern(action: string, pattern: string): boolean {
  const literal = pattern.replace(/[.+]/g, "\\$&");
  return new RegExp(`^${literal.replace(/\*+/g, ".*").replaceAll("?", ".")}$`).test(action);
}

/** What a word nobody knows does if it is an action: it deletes, or writes to the next word, or runs what is behind it. */
function hiddenAction(
  value: Value,
  { behind, roots }: { readonly behind: readonly Value[]; readonly roots: readonly Value[] },
  state: State,
): { readonly parts: readonly Part[]; readonly runs: readonly (readonly Value[])[] } {
  if (isSeveral(value))
    return { parts: [{ kind: "opaque", reason: "a word nobody knows may be an action" }], runs: [] };
  const [file] = behind;
  const end = behind.findIndex(mayEndCommand);
  const others = roots.filter((root) => root !== value);
  const searched = others.length > 0 ? others : [HERE];
  return {
    parts: [
      ...touchAll(searched, { access: "delete", tree: true, inherent: false }, state),
      ...(file ? touchAll([file], { access: "write", inherent: false }, state) : []),
    ],
    runs: end > 0 ? [behind.slice(0, end)] : [],
  };
}

function mayEndCommand(word: Value): boolean {
  if (word.kind === "text") return /^[;+]$/.test(word.text);
  return word.kind === "paths" ? word.base === "" : word.kind === "unknown" && word.prefix === "";
}

/** `{}` is any file below the roots. */
function foundFile(value: Value, roots: readonly Value[]): Value {
  if (value.kind !== "text" || !value.text.includes("{}")) return value;
  const [root] = roots;
  if (value.text === "{}" && roots.length === 1 && root?.kind === "text")
    return { kind: "paths", base: `${root.text}/`, source: value.source };
  return { kind: "unknown", prefix: value.text.split("{}")[0] || "./", source: value.source };
}
