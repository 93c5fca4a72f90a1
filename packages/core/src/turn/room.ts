import type { ModelPort } from "../model/port.ts";
import type { PriceTable } from "../model/prices.ts";
import type { Pipeline } from "../pipeline.ts";
import type { Runtime } from "../stages/runtime.ts";
import type { Transcript } from "../transcript/transcript.ts";

/** What the loop needs beside the runtime. */
export interface TurnRoom {
  readonly runtime: Runtime;
  readonly pipeline: Pipeline;
  readonly transcript: Transcript;
  readonly model: ModelPort;
  readonly modelName: string;
  readonly maxTokens: number;
  readonly prices: PriceTable;
  readonly system: string;
}
