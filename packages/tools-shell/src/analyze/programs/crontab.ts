import { readArguments } from "../arguments.ts";
import type { Deed } from "../how.ts";
import { opaque } from "../report.ts";
import type { Value } from "../values.ts";
import { RUNS } from "./access.ts";

/**
 * A table of commands that run later, which only some options leave alone.
 * @source crontab(1)
 */
export function crontabDeed(args: readonly Value[]): Deed {
  const { options, operands, mayHideOptions } = readArguments(args, { valued: ["-u"] });
  const names = options.map(({ name }) => name);
  const onlyShows = names.includes("-l") && names.every((name) => /^-[lu]$/.test(name));
  const isPlain = onlyShows && operands.length === 0 && !mayHideOptions;
  return { parts: isPlain ? [] : [opaque(RUNS)], isComplete: false };
}
