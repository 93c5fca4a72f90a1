import type { ChangedSettings, HookSettings } from "./contract/command-hook.ts";
import type { PolicyRevision } from "./contract/decision.ts";
import { oneAfterAnother } from "./one-after-another.ts";
import type { RuleSource } from "./policy/policy.ts";

/** What is configured and may change while sessions run. */
export interface ConfiguredSettings {
  readonly rules: readonly RuleSource[];
  readonly commandHooks: HookSettings;
  /** Policies the rules come from; every decision names them. */
  readonly policies: readonly PolicyRevision[];
}

/** A file of settings that changed. */
export interface SettingsChange {
  /** Absolute. */
  readonly file: string;
  readonly source: ChangedSettings;
}

/** Settings that were read again. */
export interface ReloadedSettings {
  readonly rules: readonly RuleSource[];
  /** Default: those there were. */
  readonly commandHooks?: HookSettings;
  /** Default: those there were. */
  readonly policies?: readonly PolicyRevision[];
  /** What changed. */
  readonly changes?: readonly SettingsChange[];
}

/** Settings as they were read at some time. */
export interface SettingsState extends ConfiguredSettings {
  /** Counts what was read since the start. */
  readonly version: number;
}

/** What is configured, for all sessions of one `Gauntlet`: whichever asks, all see what was read. */
export interface SettingsSource {
  /** As they were read last. */
  current(): SettingsState;
  /** Reads them again when they changed. @throws what reading them throws, as long as they cannot be read. */
  refresh(): Promise<SettingsState>;
  /** The files that changed after a version, each once. */
  changesSince(version: number): readonly SettingsChange[];
}

/** @param reload gives what is configured when it changed since it was last asked, else undefined. */
export function createSettingsSource(
  start: ConfiguredSettings,
  reload: (() => Promise<ReloadedSettings | undefined>) | undefined,
): SettingsSource {
  let state: SettingsState = Object.freeze({ ...start, version: 0 });
  let problem: { readonly thrown: unknown } | undefined;
  const changed = new Map<string, { readonly change: SettingsChange; readonly version: number }>();

  const look = async (): Promise<SettingsState> => {
    try {
      const read = await reload?.();
      if (read) take(read);
    } catch (thrown) {
      problem = { thrown };
    }
    if (problem) throw problem.thrown;
    return state;
  };
  const take = ({ rules, commandHooks, policies, changes = [] }: ReloadedSettings): void => {
    problem = undefined;
    const version = state.version + 1;
    state = Object.freeze({
      rules,
      commandHooks: commandHooks ?? state.commandHooks,
      policies: policies ?? state.policies,
      version,
    });
    for (const change of changes) changed.set(change.file, { change, version });
  };

  const inTurn = oneAfterAnother();
  return {
    current: () => state,
    refresh: () => inTurn(look),
    changesSince: (version) =>
      [...changed.values()].filter((one) => one.version > version).map(({ change }) => change),
  };
}
