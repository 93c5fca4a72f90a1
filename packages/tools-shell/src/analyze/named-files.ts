import { statSync } from "node:fs";
import { touch } from "./paths.ts";
import type { Part } from "./report.ts";
import { absolutePaths, type State } from "./state.ts";
import { textValue, type Value } from "./values.ts";

const MAX_ARGUMENTS = 50;

/**
 * Files that are there and named in the arguments of a program nothing is known of: it may read them, so that a deny
 * of reading them binds. Directories are left out, or every `npm test` beside a folder `test` would read all of it.
 */
export function filesAmong(args: readonly Value[], state: State): readonly Part[] {
  return args.slice(0, MAX_ARGUMENTS).flatMap((value): readonly Part[] => {
    if (value.kind !== "text") return [];
    return namesIn(value.text).flatMap((text) => {
      const isThere = absolutePaths(text, state)?.some(isFile) === true;
      return isThere ? touch(textValue(text), { access: "read", inherent: true }, state) : [];
    });
  });
}

const MAX_NAMES = 50;

/** The word itself, what stands behind a short option, and all between or behind the signs programs put before names. */
function namesIn(text: string): readonly string[] {
  const word = text.replace(/^-[A-Za-z0-9]/, "");
  const signs = [...word.matchAll(/[=:@<]/g)].slice(0, MAX_NAMES);
  const behind = signs.map(({ index }) => word.slice(index + 1));
  const between = word.split(/[=:@<,;"']/, MAX_NAMES);
  return [...new Set([text, word, ...behind, ...between])].filter((name) => name !== "");
}

/**
 * Machines that addresses in the arguments name, alone or as the value of an option: what is denied to be contacted
 * binds every program.
 */
export function machinesAmong(args: readonly Value[]): readonly Part[] {
  return args.slice(0, MAX_ARGUMENTS).flatMap((value): readonly Part[] => {
    const text = value.kind === "text" ? value.text.replace(/^--?[\w-]+=/, "") : "";
    if (!/^[a-z][a-z\d+.-]*:\/\/[^\s]+$/i.test(text) || !URL.canParse(text)) return [];
    const { hostname, port } = new URL(text);
    return hostname === ""
      ? []
      : [{ kind: "connect", host: hostname, inherent: true, ...(port !== "" && { port: Number(port) }) }];
  });
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
