import type { Effect } from "@gauntlet/core";
import { analyzeCommand } from "../../src/analyze/analyze-command.ts";

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
