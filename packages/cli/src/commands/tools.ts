import { EXIT, type ExitCode } from "../exit-code.ts";
import { createFromOptions, openSession, type RunOptions } from "../run-options.ts";
import { visibleText } from "../visible-text.ts";

/** `gauntlet tools`: the pool as a model would see it, and what is hidden from it and why. */
export async function runTools(options: RunOptions & { readonly json?: boolean }): Promise<ExitCode> {
  const gauntlet = await createFromOptions(options, { mayAskModel: true });
  const session = await openSession(gauntlet);
  const pool = await session.tools();
  const shown = pool.entries.map(({ tool, plugin }) => ({
    ...pool.definitionOf(tool.name),
    plugin,
    aliases: tool.aliases,
    flags: staticFlags(tool.flags),
    timeoutMs: tool.timeoutMs,
    maxResultBytes: tool.maxResultBytes,
  }));
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ tools: shown, hidden: pool.hidden }, null, 2)}\n`);
  } else {
    const width = Math.max(
      4,
      ...shown.map(({ name }) => name?.length ?? 0),
      ...pool.hidden.map(({ tool }) => tool.length),
    );
    for (const { name = "", description = "", plugin } of shown) {
      process.stdout.write(
        visibleText(`${name.padEnd(width)}  ${firstSentence(description)}  (${plugin})\n`),
      );
    }
    for (const { tool, why } of pool.hidden)
      process.stdout.write(visibleText(`${tool.padEnd(width)}  hidden: ${why}\n`));
  }
  await session.close();
  return EXIT.done;
}

type FlagValues = Readonly<Record<string, unknown>>;

/** Constant flags; those that depend on the input are left to `explain`. */
function staticFlags(flags: object): FlagValues {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => typeof value !== "function"));
}

const firstSentence = (text: string): string => /^.*?(?:\.(?=\s|$)|\n)/s.exec(text)?.[0].trim() ?? text;
