import type { Effect } from "@gauntlet/core";
import { analyzeCommand, type CommandPlace } from "../../src/analyze/analyze-command.ts";

export const PLACE = { cwd: "/nowhere/ws", home: "/nowhere/home" } as const;

/** Every simple command that would run, as rules see it. */
export const commandsIn = (text: string): readonly string[] => analyzeCommand(text, PLACE).commands;

/** Why parts of a command cannot be told, each reason once. */
export const reasonsIn = (text: string): readonly string[] => [
  ...new Set(analyzeCommand(text, PLACE).opaque),
];

/** What is touched, in a short form: `read a`, `write /etc/b`, `delete src/**`, `connect x.test`, `opaque`. */
export const touchedBy = (text: string): readonly string[] => [
  ...new Set(analyzeCommand(text, PLACE).effects.flatMap(shortOf)),
];

function shortOf(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case "read":
    case "write":
    case "delete":
      return [`${effect.kind} ${nameOf(effect.path)}${effect.tree ? "/**" : ""}`.replace("//", "/")];
    case "connect":
      return [`connect ${effect.host}${effect.port === undefined ? "" : `:${effect.port}`}`];
    case "opaque":
      return ["opaque"];
    default:
      return [];
  }
}

function nameOf(path: string): string {
  if (path === PLACE.cwd) return ".";
  if (path.startsWith(`${PLACE.cwd}/`)) return path.slice(PLACE.cwd.length + 1);
  return path.startsWith(PLACE.home) ? `~${path.slice(PLACE.home.length)}` : path;
}

/**
 * What would be decided without any rule: `free` runs unasked, `reads` reads outside of the working directory, `edits`
 * changes files or connects, `rule` does what is not listed, `opaque` what nobody can say.
 */
export function verdictOf(text: string, place: CommandPlace = PLACE): string {
  const { effects } = analyzeCommand(text, place);
  if (effects.some(({ kind }) => kind === "opaque")) return "opaque";
  if (!effects.every((effect) => effect.kind !== "exec" || effect.complete === true)) return "rule";
  const others = effects.filter(({ kind }) => kind !== "exec");
  if (!others.every(({ kind }) => kind === "read")) return "edits";
  const isInside = (path: string): boolean => path === place.cwd || path.startsWith(`${place.cwd}/`);
  return others.every((effect) => "path" in effect && isInside(effect.path)) ? "free" : "reads";
}
