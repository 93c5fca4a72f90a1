import { isGauntletError, ModelError, messageOf } from "../errors.ts";
import { toRequestBody } from "../model/request-body.ts";
import { compact } from "./compact.ts";
import { requestOf } from "./request.ts";
import type { TurnRoom } from "./room.ts";

/** Tells whether a request failed because it has too many bytes. */
export const isTooLarge = (thrown: unknown): boolean =>
  isGauntletError(thrown) && thrown.code === "GNT_MODEL_TOO_LARGE";

/**
 * Makes the next request smaller: every image and document leaves the conversation, with a text in its place; when
 * there is none, the conversation is compacted.
 * @returns whether it is smaller now.
 */
export async function makeSmaller(failure: unknown, room: TurnRoom, signal: AbortSignal): Promise<boolean> {
  const { transcript, runtime } = room;
  const places = transcript.media().map(({ place }) => place);
  if (places.length === 0) return compact(room, messageOf(failure), { signal });
  runtime.record({ type: "media.dropped", why: messageOf(failure), places });
  return true;
}

/** The error for a request that cannot be made smaller. It says how large the request was. */
export async function tooLargeError(failure: unknown, room: TurnRoom): Promise<ModelError> {
  const bytes = Buffer.byteLength(JSON.stringify(toRequestBody(await requestOf(room))));
  const message = `${messageOf(failure)} (the request has ${bytes} bytes)`;
  return new ModelError("GNT_MODEL_TOO_LARGE", message, {
    hint: "start a new session, or give it less to read at once",
  });
}
