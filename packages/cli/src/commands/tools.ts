import type { PackManifest, Tool, ToolPool } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { type PreparedRun, prepareRun, type RunOptions } from "../run-options.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { openSession, withSession } from "../with-session.ts";

/**
 * `gauntlet tools`: the pool as a model would see it, and what is hidden from it or deferred, and why. Servers are part
 * of it: those that nobody has met are met.
 */
export async function runTools(options: RunOptions & { readonly json?: boolean }): Promise<ExitCode> {
  const run = await prepareRun(options, { mayAskModel: true });
  return withSession(openSession(run.gauntlet), async (session) => {
    show(await session.tools(), run, options.json ?? false);
    return EXIT.done;
  });
}

function show(pool: ToolPool, { gauntlet, config }: PreparedRun, isJson: boolean): void {
  const from = new Map(gauntlet.boot.map(({ plugin, source, version }) => [plugin, { source, version }]));
  const loads = new Map(config.pluginLoads.map((load) => [load.plugin, load]));
  if (isJson) {
    const tools = pool.entries.map(({ tool, plugin }) => ({
      ...pool.definitionOf(tool.name),
      plugin,
      from: {
        ...(from.get(plugin) ?? { source: plugin.includes(":") ? "server" : "builtin" }),
        ...(loads.get(plugin) && {
          file: loads.get(plugin)?.file,
          pinned: loads.get(plugin)?.isPinned ?? false,
        }),
      },
      ...deferralOf(tool.name, pool),
      ...contractOf(tool),
    }));
    process.stdout.write(`${visibleJson({ tools, hidden: pool.hidden }, 2)}\n`);
  } else process.stdout.write(textOf(pool));
}

function deferralOf(name: string, { deferred }: ToolPool): { isDeferred: boolean; deferredBecause?: string } {
  const why = deferred.find(({ tool }) => tool === name)?.why;
  return { isDeferred: why !== undefined, ...(why !== undefined && { deferredBecause: why }) };
}

/** The face the runtime reads: constants, and what the author declared of those that depend on the input. */
function contractOf(tool: Tool): object {
  const { aliases, searchHint, flags, timeoutMs, maxResultBytes, declared } = tool;
  return {
    aliases,
    ...(searchHint !== undefined && { searchHint }),
    flags: { ...constants(flags), ...flagsOf(declared) },
    effects: declared?.effectKinds ?? "any",
    hosts: declared?.hosts ?? "any",
    timeoutMs,
    maxResultBytes,
  };
}

const constants = (flags: object): object =>
  Object.fromEntries(Object.entries(flags).filter(([, value]) => typeof value !== "function"));

const flagsOf = (
  declared: Pick<PackManifest["tools"][number]["flags"], "isReadOnly" | "isConcurrencySafe"> | undefined,
) => declared && { isReadOnly: declared.isReadOnly, isConcurrencySafe: declared.isConcurrencySafe };

function textOf({ entries, deferred, hidden, definitionOf }: ToolPool): string {
  const width = Math.max(
    4,
    ...[...entries.map(({ tool }) => tool.name), ...hidden.map(({ tool }) => tool)].map(
      ({ length }) => length,
    ),
  );
  const waiting = new Map(deferred.map(({ tool, why }) => [tool, why]));
  return [
    ...entries.map(({ tool: { name }, plugin }) => {
      const why = waiting.get(name);
      const what = firstSentence(definitionOf(name)?.description ?? "");
      return `${name.padEnd(width)}  ${what}  (${plugin}${why === undefined ? "" : `; deferred: ${why}`})`;
    }),
    ...hidden.map(({ tool, why }) => `${tool.padEnd(width)}  hidden: ${why}`),
  ]
    .map((line) => `${visibleLine(line)}\n`)
    .join("");
}

const firstSentence = (text: string): string => /^.*?(?:\.(?=\s|$)|\n)/s.exec(text)?.[0].trim() ?? text;
