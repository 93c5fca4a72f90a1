import { readArguments } from "./arguments.ts";
import { touch } from "./paths.ts";
import type { Part } from "./report.ts";
import { absolutePaths, type State } from "./state.ts";
import type { Value } from "./values.ts";

/** What `cd`, `pushd` and `popd` do: they look into the directory, and the shell is there afterwards. */
export function changeDirectory(name: string, args: readonly Value[], state: State): readonly Part[] {
  const { operands } = readArguments(args, {});
  const [given] = operands;
  const home: Value = { kind: "text", text: state.home, source: "~" };
  const target = given ?? (name === "cd" ? home : undefined);
  const isKnown = target?.kind === "text" && !/^([-+]\d*)?$/.test(target.text) && operands.length <= 1;
  const parts = isKnown ? touch(target, { access: "read", inherent: true }, state) : [];
  state.cwds = isKnown ? absolutePaths(target.text, state) : undefined;
  return parts;
}
