import { dirname } from "node:path";
import type { Part } from "./report.ts";
import { absolutePaths, type State } from "./state.ts";
import type { Value } from "./values.ts";

export type Access = "read" | "write" | "delete";

/** How an operand is touched. */
export interface Touch {
  readonly access: Access;
  /** Everything below it as well. */
  readonly tree?: boolean;
  /** What the program is for. */
  readonly inherent: boolean;
}

/** The effects of a program on one operand. What nobody knows may be anything, so it counts as everything. */
export function touch(value: Value, { access, tree, inherent }: Touch, state: State): readonly Part[] {
  const part = (path: string, isTree: boolean): Part => ({
    kind: access,
    path,
    inherent,
    ...(isTree && { tree: true }),
  });
  switch (value.kind) {
    case "stream":
      return [];
    case "unknown":
      return [part("/", true)];
    case "text": {
      if (value.text === "-" || /^\/dev\/(null|stdin|stdout|stderr|tty|fd\/\d+)$/.test(value.text)) return [];
      return absolutePaths(value.text, state)?.map((path) => part(path, tree === true)) ?? [part("/", true)];
    }
    case "paths": {
      const base = value.base.endsWith("/") ? value.base : dirname(value.base || ".");
      return absolutePaths(base, state)?.map((path) => part(path, true)) ?? [part("/", true)];
    }
  }
}

export const touchAll = (values: readonly Value[], how: Touch, state: State): readonly Part[] =>
  values.flatMap((value) => touch(value, how, state));
