import { mayBeOption } from "../arguments.ts";
import type { Deed } from "../how.ts";
import { touchAll } from "../paths.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import type { Value } from "../values.ts";
import { words } from "../words.ts";

const RUNNING = new Set(words("-exec -execdir -ok -okdir"));
const WRITING = new Set(words("-fprint -fprint0 -fls -fprintf"));
const GLOBAL = /^-(H|L|P|O\d?|D)$/;

/** @source find(1) */
export function findDeed(args: readonly Value[], state: State): Deed {
  const start = args.findIndex(
    (value) => value.kind === "text" && /^[-(!,]/.test(value.text) && !GLOBAL.test(value.text),
  );
  const operands = (start < 0 ? args : args.slice(0, start)).filter(
    (value) => !(value.kind === "text" && GLOBAL.test(value.text)),
  );
  const roots: readonly Value[] = operands.length > 0 ? operands : [{ kind: "text", text: ".", source: "." }];
  const parts: Part[] = [...touchAll(roots, { access: "read", tree: true, inherent: true }, state)];
  const runs: (readonly Value[])[] = [];
  if (roots.some(mayBeAction)) parts.push({ kind: "opaque", reason: "a word nobody knows may be an action" });
  const expression = start < 0 ? [] : args.slice(start);
  for (let at = 0; at < expression.length; at++) {
    const value = expression[at] as Value;
    const word = value.kind === "text" ? value.text : "";
    if (mayBeAction(value)) {
      parts.push({ kind: "opaque", reason: "a word nobody knows may be an action" });
    } else if (word === "-delete") {
      parts.push(...touchAll(roots, { access: "delete", tree: true, inherent: false }, state));
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

const ACTIONS = ["-delete", "-files0-from", ...RUNNING, ...WRITING];

/** Whether a word nobody knows may become an action: a pattern only where a file of such a name would match it. */
function mayBeAction(value: Value): boolean {
  if (value.kind === "text" || value.kind === "stream" || !mayBeOption(value)) return false;
  const [end = ""] = value.kind === "paths" ? (/[^*?[\](){}"'`$\\]*$/.exec(value.source) ?? []) : [];
  return ACTIONS.some((action) => action.endsWith(end));
}

/** `{}` is any file below the roots. */
function foundFile(value: Value, roots: readonly Value[]): Value {
  if (value.kind !== "text" || !value.text.includes("{}")) return value;
  const [root] = roots;
  if (value.text === "{}" && roots.length === 1 && root?.kind === "text")
    return { kind: "paths", base: `${root.text}/`, source: value.source };
  return { kind: "unknown", prefix: value.text.split("{}")[0] || "./", source: value.source };
}
