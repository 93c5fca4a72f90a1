import type { Finding } from "@gauntlet/core";

/** Findings about one part of the installation. */
export interface Section {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** The worst that was found. */
export function worstOf(sections: readonly Section[]): Finding["state"] {
  const states = new Set(sections.flatMap(({ findings }) => findings.map(({ state }) => state)));
  return states.has("problem") ? "problem" : states.has("notice") ? "notice" : "ok";
}
