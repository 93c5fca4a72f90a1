import { LIMITS } from "./limits.ts";
import { messages } from "./messages.ts";

const LF = 10;
const CR = 13;

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A fetch whose answers end with an error instead of filling our memory: a whole body, or one event of a stream, may
 * have the size of one message.
 */
export function boundedFetch(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const isStream = (response.headers.get("content-type") ?? "").includes("text/event-stream");
    const body = response.body.pipeThrough(bound(isStream));
    const { status, statusText, headers } = response;
    const bounded = new Response(body, { status, statusText, headers });
    // A new response has no address; redirects are judged by it.
    Object.defineProperty(bounded, "url", { value: response.url });
    Object.defineProperty(bounded, "redirected", { value: response.redirected });
    return bounded;
  };
}

function bound(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let endsLine = false;
  let last = 0;
  return new TransformStream({
    transform(chunk, controller) {
      if (isStream) {
        // An empty line ends an event; what comes after the last one in this chunk counts towards the next.
        for (const byte of chunk) {
          const isSecondHalf = byte === LF && last === CR;
          last = byte;
          if (isSecondHalf) continue;
          const isEnd = byte === LF || byte === CR;
          bytes = isEnd && endsLine ? 0 : bytes + 1;
          endsLine = isEnd;
        }
      } else bytes += chunk.length;
      if (bytes > LIMITS.messageBytes) {
        controller.error(new Error(messages.answerTooLarge));
        return;
      }
      controller.enqueue(chunk);
    },
  });
}
