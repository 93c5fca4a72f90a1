import type { Agent, AgentSpec } from "../contract/agent.ts";
import type { ModelAnswer, ModelQuestion } from "../contract/ask-model.ts";
import type { Row } from "../schedule/call-table.ts";
import type { Streaks } from "./streaks.ts";

/** The call below which a subagent is started. */
export interface AgentParent {
  readonly call: string;
  readonly row: Row;
}

/** What one prompt keeps an eye on while its calls pass, and what they may start. */
export interface PromptWatch {
  /** Counts a call that is about to start. @returns why it may not, for the model; undefined when it may. */
  takeCall?(): string | undefined;
  readonly streaks?: Streaks;
  startAgent?(spec: AgentSpec, parent: AgentParent): Promise<Agent>;
  /** Asks the model for a call. */
  askModel?(question: ModelQuestion, by: ModelAsker): Promise<ModelAnswer>;
}

/** The call for which the model is asked. */
export interface ModelAsker {
  readonly call: string;
  readonly signal: AbortSignal;
}

/** What a subagent's calls stand below: the call it works for, and whoever counts them beside its own prompt. */
export interface Below {
  readonly row?: Row | undefined;
  readonly takeCall?: (() => string | undefined) | undefined;
}
