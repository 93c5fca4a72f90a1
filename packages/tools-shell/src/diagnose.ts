import { type DiagnoseScope, type Finding, findProgram } from "@gauntlet/core";
import { shellOptionsOf } from "./options.ts";
import { findBackend } from "./sandbox/backend.ts";

/** Whether there is a shell, and a sandbox where one is wanted. */
export async function diagnose({ options }: Pick<DiagnoseScope, "options">): Promise<readonly Finding[]> {
  const bash = findProgram("bash", process.env["PATH"]);
  const shell: Finding =
    bash === undefined
      ? {
          about: "shell",
          state: "problem",
          text: "commands cannot run: no absolute directory of PATH has bash",
          hint: "install bash, or put its directory on PATH",
        }
      : { about: "shell", state: "ok", text: `commands run with ${bash}` };
  return [shell, await sandboxFinding(options)];
}

async function sandboxFinding(options: DiagnoseScope["options"]): Promise<Finding> {
  const about = "sandbox";
  const { enabled, required = false, network } = shellOptionsOf({ options }).sandbox;
  const isWanted = enabled || required;
  const backend = await findBackend({
    platform: process.platform,
    searchPath: process.env["PATH"],
    sharesNetwork: network === "always",
  });
  if (!("problem" in backend)) {
    const use = isWanted ? "commands run in it" : "commands run without it";
    const hint = 'set `packs["@gauntlet/tools-shell"].sandbox.enabled` to `true` to run them in it';
    return { about, state: "ok", text: `available; ${use}`, ...(!isWanted && { hint }) };
  }
  return {
    about,
    state: isWanted ? "problem" : "notice",
    text: `not available: ${backend.problem}; commands ${required ? "are refused" : "run without it"}`,
    ...(process.platform === "linux" && {
      hint: "install the package `bubblewrap`, and let users make namespaces",
    }),
  };
}
