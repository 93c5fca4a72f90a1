import type { Agent, AgentSpec } from "../contract/agent.ts";
import type { ModelPort } from "../model/port.ts";
import type { PriceTable } from "../model/prices.ts";
import type { Pipeline } from "../pipeline.ts";
import type { StrictChoice } from "../pool/strict-tools.ts";
import type { AgentParent } from "../stages/prompt-watch.ts";
import type { Runtime } from "../stages/runtime.ts";
import type { Transcript } from "../transcript/transcript.ts";
import type { Spent } from "./tally.ts";

/** What a subagent shares with the prompt it works for: its budgets, and who counts what it costs. */
export interface AgentShare {
  readonly model: ModelPort;
  /** Counts each message of the agent, and of those that work for it. */
  readonly account: (message: Spent) => void;
  /** Counts each call of theirs that is about to start. @returns why it may not, in words. */
  readonly takeCall: () => string | undefined;
}

/** What the loop needs beside the runtime. */
export interface TurnRoom {
  readonly runtime: Runtime;
  readonly pipeline: Pipeline;
  readonly transcript: Transcript;
  readonly model: ModelPort;
  readonly modelName: string;
  readonly maxTokens: number;
  /** Size of the model's window in tokens; 0 when nobody knows. */
  readonly contextTokens: number;
  /** Which tools are sent as strict, where the model takes it. */
  readonly strict: StrictChoice;
  readonly prices: PriceTable;
  readonly system: string;
  /** Starts a subagent below a call of this prompt. */
  readonly startAgent: (spec: AgentSpec, parent: AgentParent, share: AgentShare) => Promise<Agent>;
  /** Counts a message: within a prompt one beside its conversation, else one for whoever this session works for. */
  readonly account?: (message: Spent) => void;
}
