import type { ModelRequest } from "../model/port.ts";
import type { TurnRoom } from "./room.ts";

/** The whole conversation so far as one request. */
export async function requestOf(room: TurnRoom): Promise<ModelRequest> {
  const { definitions } = await room.runtime.pool();
  return {
    model: room.modelName,
    maxTokens: room.maxTokens,
    system: room.system,
    tools: definitions,
    messages: [...room.transcript.messages],
  };
}
