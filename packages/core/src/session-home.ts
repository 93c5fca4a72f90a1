import type { PluginLog } from "./contract/plugin-log.ts";
import type { HookTable } from "./hooks.ts";
import type { ModelPort } from "./model/port.ts";
import type { PriceTable } from "./model/prices.ts";
import type { Deferral } from "./pool/deferral.ts";
import type { StrictChoice } from "./pool/strict-tools.ts";
import type { Redactor } from "./secrets/redact.ts";
import type { PolicyHome } from "./session-policy.ts";
import type { Limits } from "./stages/limits.ts";
import type { Answerer } from "./stages/runtime.ts";
import type { GivenPackOptions } from "./tool/pack-options.ts";
import type { Registry } from "./tool/registry.ts";
import type { ForeignMessage } from "./transcript/repair.ts";

/** What every session of one Gauntlet starts from. */
export interface SessionHome extends PolicyHome {
  readonly cwd: string;
  readonly home: string;
  readonly isTrusted: boolean;
  readonly stateDirectory: string;
  /** 0 for no limit. */
  readonly maxSessionBytes: number;
  readonly ownDirectories: readonly string[];
  readonly additionalDirectories: readonly string[];
  readonly headless: boolean;
  readonly answerers: readonly Answerer[];
  readonly limits: Limits;
  /** Undefined: results stay as they are. */
  readonly redactor: Redactor | undefined;
  readonly trustEffects: readonly string[];
  readonly packs: GivenPackOptions;
  readonly only: readonly string[] | undefined;
  readonly profile: string;
  /** Names of the tools of the profile; undefined: all. */
  readonly profileTools: ReadonlySet<string> | undefined;
  readonly deferral: Deferral;
  readonly strict: StrictChoice;
  readonly model: ModelPort | undefined;
  readonly modelName: string;
  readonly maxTokens: number;
  readonly contextTokens: number;
  readonly prices: PriceTable;
  readonly system: string;
}

/** A home with the doors a session is opened through. */
export interface SessionDoors {
  readonly hooks: HookTable;
  readonly registry: Registry;
  readonly home: SessionHome;
  /** The log of a plugin within a session. */
  readonly logFor: (plugin: string, session: string) => PluginLog;
  readonly newId: () => string;
  readonly now: () => Date;
}

/** Which session to open; none named: a new one. */
export interface SessionOptions {
  /** Go on with the session of this directory that was written to last. */
  readonly continue?: boolean;
  /** Go on with the session of this id, or of an unambiguous beginning of it, of this directory. */
  readonly resume?: string;
  /** With `continue` or `resume`: leave that session as it is and go on in a new one. Default false. */
  readonly fork?: boolean;
  /**
   * For a new session: a conversation that began elsewhere, in the shape of the Messages API. What could not be sent
   * is repaired, and the repair is journalled.
   */
  readonly messages?: readonly ForeignMessage[];
}
