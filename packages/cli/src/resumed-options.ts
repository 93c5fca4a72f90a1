import { statSync } from "node:fs";
import { homedir } from "node:os";
import { ConfigError, findSession, stateDirectory, summarizeSession } from "@gauntlet/core";
import { shortId } from "./session-text.ts";
import { visibleLine } from "./visible-line.ts";
import { workingDirectory } from "./working-directory.ts";

interface ResumeOptions {
  readonly cwd?: string;
  readonly resume?: string;
}

/**
 * Options with the working directory of the session that is resumed, where none is given; says so when it is another
 * than the current one.
 * @throws GNT_SESSION_NOT_FOUND, GNT_SESSION_AMBIGUOUS, and GNT_CONFIG_INVALID when that directory is gone.
 */
export async function resumedOptions<Options extends ResumeOptions>(options: Options): Promise<Options> {
  if (options.resume === undefined || options.cwd !== undefined) return options;
  const here = workingDirectory(undefined);
  const files = await findSession(stateDirectory(process.env, homedir()), here, options.resume);
  const { id, cwd } = await summarizeSession(files);
  if (cwd === here) return { ...options, resume: id };
  if (cwd === undefined) {
    throw new ConfigError(
      "GNT_CONFIG_INVALID",
      `the journal of session \`${id}\` does not say where it works`,
      {
        hint: "name its working directory with `--cwd`",
      },
    );
  }
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ConfigError("GNT_CONFIG_INVALID", `\`${cwd}\`, where session \`${id}\` works, is gone`, {
      hint: `put the directory back; \`gauntlet sessions show ${shortId(id)}\` shows the session`,
    });
  }
  process.stderr.write(`gauntlet: session ${shortId(id)} goes on in its own directory ${visibleLine(cwd)}\n`);
  return { ...options, cwd, resume: id };
}
