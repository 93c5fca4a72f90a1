import { homedir } from "node:os";
import {
  createTrustStore,
  type Finding,
  isGauntletError,
  type LoadedConfig,
  messageOf,
  stateDirectory,
} from "@gauntlet/core";

/** What is configured, in the order in which places are asked; and all that was found and does not count. */
export function configFindings({
  layers,
  policies,
  notices,
  mode,
  managedRulesOnly,
}: LoadedConfig): readonly Finding[] {
  const places = layers.map(({ source, file, rules, config }): Finding => {
    const keys = Object.keys(config).filter((key) => key !== "permissions");
    const parts = [
      ...(rules.length > 0 ? [`${rules.length} ${rules.length === 1 ? "rule" : "rules"}`] : []),
      ...keys.map((key) => `\`${key}\``),
    ];
    const what = parts.length === 0 ? "says nothing" : parts.join(", ");
    return { about: source, state: "ok", text: `${file ?? "flags"}: ${what}` };
  });
  const none: Finding = { about: "places", state: "ok", text: "nothing is configured" };
  return [
    ...(places.length === 0 ? [none] : places),
    ...policies.map(
      ({ name, revision }): Finding => ({ about: "policy", state: "ok", text: `${name} ${revision}` }),
    ),
    { about: "mode", state: mode === "bypassPermissions" ? "notice" : "ok", text: mode ?? "default" },
    ...(managedRulesOnly
      ? [{ about: "rules", state: "notice", text: "only rules of the organization count" } as const]
      : []),
    ...notices.map((text): Finding => ({ about: "ignored", state: "notice", text })),
  ];
}

/** Why there is no configuration or no runtime to look at. */
export function brokenFinding(about: string, thrown: unknown): Finding {
  const hint = isGauntletError(thrown) ? thrown.hint : undefined;
  const code = isGauntletError(thrown) ? ` (${thrown.code})` : "";
  return {
    about,
    state: "problem",
    text: `${messageOf(thrown)}${code}`,
    ...(hint !== undefined && { hint }),
  };
}

/** Whether the directory is trusted, and what ended that. */
export async function trustFinding(cwd: string): Promise<Finding> {
  const about = "trust";
  try {
    const store = createTrustStore(stateDirectory(process.env, homedir()));
    const { trusted, root, changes } = await store.status(cwd);
    if (trusted)
      return { about, state: "ok", text: `${cwd} is trusted${root === cwd ? "" : ` through ${root}`}` };
    const hint = `run \`gauntlet trust ${root ?? cwd}\``;
    if (changes.length === 0)
      return {
        about,
        state: "ok",
        text: `${cwd} is not trusted: its allow rules and its code do not count`,
        hint,
      };
    const what = changes.map(({ file, how }) => `${file} was ${how}`).join(", ");
    return { about, state: "notice", text: `trust ended: ${what}`, hint };
  } catch (thrown) {
    return brokenFinding(about, thrown);
  }
}
