import { NO_USAGE, type Usage } from "../contract/message.ts";
import { ModelError, messageOf } from "../errors.ts";
import type { ModelEvent, StopReason } from "../model/port.ts";
import { prepareValidators } from "../stages/validate.ts";
import { prepareRequest } from "./request.ts";
import { waitForRetry } from "./retry.ts";
import type { TurnRoom } from "./room.ts";
import { createStartedCalls, type StartedCalls } from "./started-calls.ts";
import { createIntake, type TakeBlock } from "./take-block.ts";
import { isTooLarge, makeSmaller, tooLargeError } from "./too-large.ts";

/** How often a request is made smaller before it is given up. */
const MAX_SHRINKS = 3;

/** One streamed message and the calls it started. */
export interface StreamedMessage {
  readonly id: string;
  readonly stopReason?: StopReason;
  /** Why the stream broke off, when it did. */
  readonly broke?: unknown;
  readonly usage: Usage;
  /** The model that answered. */
  readonly model: string;
  readonly calls: StartedCalls;
}

/**
 * Sends the conversation and takes in one message. A request that fails before any call has arrived leaves nothing
 * behind and is sent again where that makes sense; after that, what is complete of the message is kept, because calls
 * may already have acted. A request that is too large is sent again when it could be made smaller.
 * @throws ModelError when no message could be had, and the signal's reason when it was aborted before one.
 */
export async function streamMessage(room: TurnRoom, signal: AbortSignal): Promise<StreamedMessage> {
  const { runtime } = room;
  let shrinks = 0;
  for (let retry = 1; ; ) {
    signal.throwIfAborted();
    const message = await streamOnce(room, signal);
    const { broke } = message;
    if (broke === undefined || message.calls.ledger.size > 0) return message;
    if (message.isStarted)
      runtime.record({ type: "message.dropped", message: message.id, why: messageOf(broke) });
    signal.throwIfAborted();
    if (!isTooLarge(broke)) await waitForRetry(broke, retry++, { runtime, signal });
    else if (++shrinks > MAX_SHRINKS || !(await makeSmaller(broke, room, signal)))
      throw await tooLargeError(broke, room);
  }
}

/** A message as far as it has come. */
interface Arriving {
  id: string;
  isStarted: boolean;
  model: string;
  usage: Usage;
  stopReason?: StopReason;
}

type Attempt = StreamedMessage & Pick<Arriving, "isStarted">;

async function streamOnce(room: TurnRoom, signal: AbortSignal): Promise<Attempt> {
  const { runtime, model, modelName } = room;
  const request = await prepareRequest(room);
  runtime.record({ type: "request.sent", model: modelName, messages: request.messages.length });

  const calls = createStartedCalls(room, signal);
  const arriving: Arriving = { id: "", isStarted: false, model: modelName, usage: NO_USAGE };
  const takeEvent = createReader(arriving, { calls, room });
  const preparing = new AbortController();
  try {
    for await (const event of model.stream(request, { signal })) {
      if (event.type === "waiting") void prepareValidators(await runtime.pool(), preparing.signal);
      else preparing.abort();
      takeEvent(event);
      if (event.type === "message.completed") break;
    }
    if (arriving.stopReason === undefined) throw unsound("the stream ended before the message did");
    return { ...arriving, calls };
  } catch (broke) {
    return { ...arriving, broke, calls };
  }
}

/** Reads the events of one message into the journal, and its tool uses into the pipeline. */
function createReader(
  arriving: Arriving,
  { calls, room }: { readonly calls: StartedCalls; readonly room: TurnRoom },
): (event: ModelEvent) => void {
  const { runtime } = room;
  let takeBlock: TakeBlock = () => {
    throw unsound("the stream has a block before the message");
  };
  return (event) => {
    switch (event.type) {
      case "message.started": {
        const { id, model } = event;
        Object.assign(arriving, { id, model, isStarted: true });
        runtime.record({ type: "message.started", message: id, model });
        takeBlock = createIntake(id, { calls, room });
        break;
      }
      case "text":
      case "thinking":
        runtime.show(event);
        break;
      case "block.completed":
        takeBlock(event);
        break;
      case "message.completed": {
        const { stopReason, usage } = event;
        Object.assign(arriving, { stopReason, usage });
        // A refused message is dropped as a whole, when its calls have come to rest.
        if (stopReason !== "refusal")
          runtime.record({ type: "message.completed", message: arriving.id, stopReason, usage });
      }
    }
  };
}

const unsound = (message: string): ModelError =>
  new ModelError("GNT_MODEL_STREAM", message, { isTransient: true });
