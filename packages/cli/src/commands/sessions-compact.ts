import { EXIT, type ExitCode } from "../exit-code.ts";
import { withInterrupt } from "../interrupt.ts";
import { modelFromEnvironment } from "../model-from-environment.ts";
import { resumedOptions } from "../resumed-options.ts";
import { createFromOptions } from "../run-options.ts";
import { shortId } from "../session-text.ts";
import { openSession, withSession } from "../with-session.ts";

/** `gauntlet sessions compact`: makes the conversation of a session shorter, so that it can go on with more room. */
export async function runSessionsCompact(id: string): Promise<ExitCode> {
  const options = await resumedOptions({ resume: id, allow: [], ask: [], deny: [], addDir: [] });
  if (modelFromEnvironment({}) === undefined)
    process.stderr.write(
      "gauntlet: no model is configured, so old results are cleared and nothing is summarized\n",
    );
  const extras = { headless: true, model: modelFromEnvironment, mayContact: false };
  const gauntlet = await createFromOptions(options, extras);
  return withSession(openSession(gauntlet, { resume: options.resume }), async (session) => {
    const isShorter = await withInterrupt((signal) => session.compact({ signal }));
    process.stdout.write(
      `${shortId(session.id)} ${isShorter ? "is shorter now" : "stays as it is: there is nothing to leave out"}\n`,
    );
    return EXIT.done;
  });
}
