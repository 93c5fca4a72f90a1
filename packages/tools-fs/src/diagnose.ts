import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Finding, messageOf } from "@gauntlet/core";
import { loadSharp } from "./media/load-sharp.ts";

const VERSION_TIMEOUT_MS = 5_000;

/** Whether the programs and libraries of this pack are there. */
export async function diagnose(): Promise<readonly Finding[]> {
  return [await searchFinding(), await imageFinding()];
}

async function searchFinding(): Promise<Finding> {
  const about = "ripgrep";
  try {
    const { rgPath } = await import("@vscode/ripgrep");
    const { stdout } = await promisify(execFile)(rgPath, ["--version"], { timeout: VERSION_TIMEOUT_MS });
    return { about, state: "ok", text: `${stdout.split("\n")[0]?.trim()} (${rgPath})` };
  } catch (thrown) {
    return {
      about,
      state: "problem",
      text: `Grep cannot search: ${messageOf(thrown).split("\n")[0]}`,
      hint: "install again without leaving out optional dependencies; the program comes with `@vscode/ripgrep`",
    };
  }
}

async function imageFinding(): Promise<Finding> {
  const about = "images";
  if (await loadSharp()) return { about, state: "ok", text: "large images are made smaller" };
  return {
    about,
    state: "notice",
    text: "large images are refused: `sharp` is not installed or has no build for this machine",
    hint: "run `npm install sharp`",
  };
}
