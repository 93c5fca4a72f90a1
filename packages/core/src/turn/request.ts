import { type ModelRequest, PLAIN_FEATURES } from "../model/port.ts";
import { mend } from "../transcript/mend.ts";
import { requestTools } from "./request-tools.ts";
import type { TurnRoom } from "./room.ts";

/**
 * The conversation as it goes out: proved valid, or repaired with the repair in the journal.
 * @throws SessionError when the journal cannot be written: what is not recorded does not happen.
 */
export async function prepareRequest(room: TurnRoom): Promise<ModelRequest> {
  const { runtime, transcript } = room;
  runtime.ensureJournal();
  await runtime.recordPool();
  mend(transcript, (event) => runtime.record(event));
  return requestOf(room);
}

/** The whole conversation so far as one request. */
export async function requestOf(room: TurnRoom): Promise<ModelRequest> {
  const { runtime, transcript, model, modelName, strict } = room;
  const features = model.features?.(modelName) ?? PLAIN_FEATURES;
  const { tools, messages } = requestTools({ pool: await runtime.pool(), transcript, features, strict });
  return { model: modelName, maxTokens: room.maxTokens, system: room.system, tools, messages };
}
