import type { ModelPort } from "../model/port.ts";
import type { PriceTable } from "../model/prices.ts";
import type { Pipeline } from "../pipeline.ts";
import type { Runtime } from "../stages/runtime.ts";
import type { Transcript } from "../transcript/transcript.ts";
import type { Spent } from "./tally.ts";

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
  readonly prices: PriceTable;
  readonly system: string;
  /** Counts what a request beside the conversation cost. */
  readonly account?: (message: Spent) => void;
}
