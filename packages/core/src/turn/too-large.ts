import { isGauntletError, ModelError, messageOf } from "../errors.ts";
import { toRequestBody } from "../model/request-body.ts";
import { requestOf } from "./request.ts";
import type { TurnRoom } from "./room.ts";

/** Tells whether a request failed because it has too many bytes. */
export const isTooLarge = (thrown: unknown): boolean =>
  isGauntletError(thrown) && thrown.code === "GNT_MODEL_TOO_LARGE";

/**
 * Makes the next request smaller: every image and document leaves the conversation, with a text in its place.
 * @returns whether there was one.
 */
export function dropMedia(failure: unknown, { transcript, runtime }: TurnRoom): boolean {
  const places = transcript.media().map(({ place }) => place);
  if (places.length > 0) runtime.record({ type: "media.dropped", why: messageOf(failure), places });
  return places.length > 0;
}

/** The error for a request that cannot be made smaller. It says how large the request was. */
export async function tooLargeError(failure: unknown, room: TurnRoom): Promise<ModelError> {
  const bytes = Buffer.byteLength(JSON.stringify(toRequestBody(await requestOf(room))));
  const message = `${messageOf(failure)} (the request has ${bytes} bytes)`;
  return new ModelError("GNT_MODEL_TOO_LARGE", message, {
    hint: "start a new session, or give it less to read at once",
  });
}
