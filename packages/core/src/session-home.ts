import type { HookTable } from "./hooks.ts";
import type { ModelPort } from "./model/port.ts";
import type { PolicyHome } from "./session-policy.ts";
import type { Answerer, Limits } from "./stages/runtime.ts";
import type { Registry } from "./tool/registry.ts";

/** What every session of one Gauntlet starts from. */
export interface SessionHome extends PolicyHome {
  readonly cwd: string;
  readonly home: string;
  readonly stateDirectory: string;
  readonly ownDirectories: readonly string[];
  readonly additionalDirectories: readonly string[];
  readonly headless: boolean;
  readonly answerers: readonly Answerer[];
  readonly limits: Limits;
  /** Bytes a session may take on disk; 0: no limit. */
  readonly maxSessionBytes: number;
  readonly trustEffects: readonly string[];
  readonly only: readonly string[] | undefined;
  readonly profile: string;
  readonly model: ModelPort | undefined;
  readonly modelName: string;
  readonly maxTokens: number;
  readonly system: string;
}

/** A home with the doors a session is opened through. */
export interface SessionDoors {
  readonly hooks: HookTable;
  readonly registry: Registry;
  readonly home: SessionHome;
  readonly newId: () => string;
  readonly now: () => Date;
}
