import type { Effect, ExecEffect } from "@gauntlet/core";

/** An effect of a command, before it has a place in the list. */
export type Part =
  | {
      readonly kind: "read" | "write" | "delete";
      readonly path: string;
      readonly tree?: boolean;
      readonly inherent: boolean;
    }
  | { readonly kind: "connect"; readonly host: string; readonly port?: number; readonly inherent: boolean }
  /** Something this command does that nobody can say; only an exact allow covers it. */
  | { readonly kind: "opaque"; readonly reason: string };

/** What nobody can say of a command, and why. */
export const opaque = (reason: string): Part => ({ kind: "opaque", reason });

/** Collects what a line would do. */
export interface Report {
  exec(command: Omit<ExecEffect, "kind" | "line">, parts: readonly Part[]): void;
  opaque(text: string, reason: string): void;
  /** Effects of the shell itself, such as redirections; they need an allow of their own. */
  own(parts: readonly Part[], text: string): void;
  effects(): readonly Effect[];
}

export function createReport(line: string): Report {
  const effects: Effect[] = [];
  const within = (text: string): { readonly line?: string } => (text === line ? {} : { line });
  const add = (part: Part, text: string, command?: number): void => {
    const at = command === undefined ? {} : { command };
    if (part.kind === "opaque")
      effects.push({ kind: "opaque", text, reasons: [part.reason], ...within(text), ...at });
    else {
      const { inherent, ...effect } = part;
      effects.push({ ...effect, ...at, ...(inherent && command !== undefined && { inherent }) });
    }
  };
  return {
    exec(command, parts) {
      const at = effects.length;
      effects.push({ kind: "exec", ...command, ...within(command.spelled ?? command.text) });
      for (const part of parts) add(part, command.text, at);
    },
    opaque: (text, reason) => add(opaque(reason), text),
    own(parts, text) {
      for (const part of parts) add(part, text);
    },
    effects: () => effects,
  };
}
