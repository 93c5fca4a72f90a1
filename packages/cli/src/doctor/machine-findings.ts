import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Finding } from "@gauntlet/core";
import { VERSION } from "../version.ts";

/** The oldest Node that works, and the one that is looked after: major and minor. */
const FLOOR = [20, 19] as const;
const RECOMMENDED = [22, 18] as const;

/** What runs the command. @param node version without `v`. */
export function machineFindings(node: string, platform: NodeJS.Platform): readonly Finding[] {
  return [{ about: "gauntlet", state: "ok", text: VERSION }, nodeFinding(node), platformFinding(platform)];
}

function nodeFinding(node: string): Finding {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  const isAtLeast = ([least, then]: readonly [number, number]): boolean =>
    major > least || (major === least && minor >= then);
  const hint = `install Node ${RECOMMENDED.join(".")} or newer`;
  if (!isAtLeast(FLOOR))
    return { about: "node", state: "problem", text: `${node} is older than ${FLOOR.join(".")}`, hint };
  if (isAtLeast(RECOMMENDED)) return { about: "node", state: "ok", text: node };
  return {
    about: "node",
    state: "notice",
    text: `${node} works and is near or past the end of its support`,
    hint,
  };
}

function platformFinding(platform: NodeJS.Platform): Finding {
  const about = "platform";
  if (platform === "linux") return { about, state: "ok", text: "linux" };
  if (platform === "darwin")
    return { about, state: "notice", text: "macOS is expected to work and has not been tested" };
  return {
    about,
    state: "notice",
    text: `${platform} is not supported yet`,
    hint: "use Linux, or WSL on Windows",
  };
}

/** Whether sessions can be kept. @param directory the state directory, absolute. */
export function stateFinding(directory: string): Finding {
  const about = "state";
  let existing = directory;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    accessSync(existing, constants.W_OK);
  } catch {
    return {
      about,
      state: "problem",
      text: `sessions cannot be kept: \`${existing}\` is not writable`,
      hint: "make it writable, or set `GAUNTLET_HOME` to a directory of yours",
    };
  }
  const isOpen = existing === directory && (statSync(directory).mode & 0o077) !== 0;
  if (!isOpen) return { about, state: "ok", text: `sessions are kept in ${directory}` };
  return {
    about,
    state: "notice",
    text: `${directory} can be looked into by other users; the files in it cannot be read by them`,
    hint: "run `chmod 700` on it",
  };
}
