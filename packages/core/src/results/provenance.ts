import type { LocatedEffect } from "../contract/effect.ts";

/**
 * Where what a call gave comes from, by what it was allowed to touch: `files` it read, a `command`, `host:<name>` on the
 * network, or `unknown` for a tool that does not say.
 * @returns each once, sorted; empty for a call that takes in nothing from outside of the session.
 */
export function provenanceOf(effects: readonly LocatedEffect[]): readonly string[] {
  const found = effects.flatMap((effect) => {
    switch (effect.kind) {
      case "read":
        return ["files"];
      case "exec":
      case "opaque":
        return ["command"];
      case "connect":
        return [`host:${effect.host}`];
      case "unknown":
        return ["unknown"];
      default:
        return [];
    }
  });
  return [...new Set(found)].sort();
}
