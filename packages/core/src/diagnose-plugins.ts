import type { DiagnoseScope, Finding } from "./contract/finding.ts";
import type { Plugin } from "./contract/plugin.ts";
import { messageOf } from "./errors.ts";
import { inTime } from "./in-time.ts";

const TIMEOUT_MS = 15_000;

/** A finding, and the plugin that found it. */
export interface PluginFinding extends Finding {
  readonly plugin: string;
}

/**
 * Asks every plugin how it is. One that throws, gives no answer within 15 seconds, or gives something else than
 * findings is a problem of its own.
 * @returns in the order of the plugins, then as each gave them.
 */
export async function diagnosePlugins(
  plugins: readonly Plugin[],
  scopeOf: (plugin: string) => DiagnoseScope,
): Promise<readonly PluginFinding[]> {
  const found = await Promise.all(
    plugins.map(async (plugin): Promise<readonly Finding[]> => {
      try {
        const findings: unknown = await inTime(
          (async () => plugin.diagnose?.(scopeOf(plugin.name)) ?? [])(),
          TIMEOUT_MS,
        );
        if (Array.isArray(findings) && findings.every(isFinding)) return findings;
        return [unable("it gave something else than findings")];
      } catch (thrown) {
        return [unable(messageOf(thrown))];
      }
    }),
  );
  return plugins.flatMap(({ name }, i) =>
    (found[i] ?? []).map((finding) => Object.freeze({ ...finding, plugin: name })),
  );
}

const unable = (why: string): Finding => ({
  about: "diagnosis",
  state: "problem",
  text: `the plugin could not say how it is: ${why}`,
});

function isFinding(value: unknown): value is Finding {
  const { about, state, text } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof about === "string" && typeof text === "string" && /^(ok|notice|problem)$/.test(String(state));
}
