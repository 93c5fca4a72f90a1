import type { Mode } from "./decision.ts";
import type { TurnEnd } from "./event.ts";
import type { Usage } from "./message.ts";

/** What a subagent is made from. Everything in it can only narrow what its parent may do. */
export interface AgentSpec {
  /** What people call it: the type of the agent. */
  readonly name: string;
  /** Its system prompt. */
  readonly system: string;
  /** Restricts it to these of its parent's tools; a server (`mcp__s`, `mcp__s__*`) names all its tools. Default: all. */
  readonly tools?: readonly string[];
  /** Tools it does not get, in the same spelling. */
  readonly disallowedTools?: readonly string[];
  /** Holds where it is stricter than the parent's mode at that time; else the parent's holds. */
  readonly permissionMode?: Mode;
  /** Rules beside the parent's. */
  readonly permissions?: { readonly ask?: readonly string[]; readonly deny?: readonly string[] };
  /** Default: the parent's model. */
  readonly model?: string;
  /** Model messages in one prompt, where that is less than the parent's limit. Default, and 0: the parent's limit. */
  readonly maxTurns?: number;
  /** Nobody watches it: what would be asked is denied. Default false. */
  readonly background?: boolean;
}

/** Where an agent stands below the session a person talks to. */
export interface AgentPlace {
  readonly id: string;
  readonly name: string;
  /** 1 for an agent of the session itself. */
  readonly depth: number;
}

/** How a prompt to an agent ended. */
export interface AgentAnswer {
  readonly reason: TurnEnd;
  readonly detail?: string;
  /** The text of the agent's last message. */
  readonly text: string;
  readonly turns: number;
  readonly calls: number;
  readonly usage: Usage;
}

/** A subagent: a conversation of its own below a running call. */
export interface Agent {
  readonly id: string;
  /** Where its journal is. */
  readonly directory: string;
  /** Names of the tools it has. */
  readonly tools: readonly string[];
  /**
   * Sends it a prompt and waits for its last message. The call that started it gives up its place among the running
   * calls meanwhile. Ends as `failed` when the model cannot be reached. `signal` ends it; by default the call's own, so
   * an agent that is to outlive its call needs another.
   */
  prompt(text: string, options?: { readonly signal?: AbortSignal }): Promise<AgentAnswer>;
  /** Ends what runs and closes its journal. Idempotent. */
  close(): Promise<void>;
}
