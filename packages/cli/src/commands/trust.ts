import { homedir } from "node:os";
import { createTrustStore, stateDirectory } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { workingDirectory } from "../run-options.ts";

/** `gauntlet trust`: asks nothing; typing it is the consent. */
export async function runTrust(dir: string | undefined): Promise<ExitCode> {
  const directory = workingDirectory(dir);
  await createTrustStore(stateDirectory(process.env, homedir())).trust(directory);
  process.stdout.write(
    `trusted ${directory}: its configuration, plugins and allow rules count from now on\n`,
  );
  return EXIT.done;
}
