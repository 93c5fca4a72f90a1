import { EXIT, type ExitCode } from "../exit-code.ts";
import { withInterrupt } from "../interrupt.ts";
import { modelFromEnvironment } from "../model-from-environment.ts";
import { resumedOptions } from "../resumed-options.ts";
import { createFromOptions, openSession } from "../run-options.ts";
import { shortId } from "../session-text.ts";

/** `gauntlet sessions compact`: makes the conversation of a session shorter, so that it can go on with more room. */
export async function runSessionsCompact(id: string): Promise<ExitCode> {
  const options = await resumedOptions({ resume: id, allow: [], ask: [], deny: [], addDir: [] });
  if (modelFromEnvironment({}) === undefined)
    process.stderr.write(
      "gauntlet: no model is configured, so old results are cleared and nothing is summarized\n",
    );
  const gauntlet = await createFromOptions(options, { headless: true, model: modelFromEnvironment });
  const session = await openSession(gauntlet, { resume: options.resume });
  try {
    const isShorter = await withInterrupt((signal) => session.compact({ signal }));
    process.stdout.write(
      `${shortId(session.id)} ${isShorter ? "is shorter now" : "stays as it is: there is nothing to leave out"}\n`,
    );
    return EXIT.done;
  } finally {
    await session.close();
  }
}
