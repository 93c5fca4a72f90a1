import type { ExecuteContext } from "@gauntlet/core";
import { extensionOf, kindOfBody, mediaTypeOf } from "./body-kind.ts";
import { bodyOfError, textOfBody } from "./body-text.ts";
import { messages } from "./messages.ts";
import { coversDestination } from "./net/destination-effect.ts";
import { FetchFailure } from "./net/fetch-failure.ts";
import { type Arrival, follow } from "./net/follow.ts";
import type { Reply } from "./net/get.ts";
import { webOptionsOf } from "./options.ts";
import type { Page } from "./page.ts";
import { createBodyReader } from "./read-body.ts";
import { statusText } from "./status-text.ts";
import { webSession } from "./web-session.ts";

/** What a fetch came to. */
export type Fetched =
  | { readonly kind: "page"; readonly page: Page; readonly isCached: boolean }
  | { readonly kind: "file"; readonly file: FetchedFile }
  | { readonly kind: "moved"; readonly from: string; readonly to: string; readonly code: number };

/** A file that was saved. */
export interface FetchedFile extends Omit<Page, "text" | "mayKeep"> {
  readonly path: string;
  readonly extension: string;
}

/**
 * Fetches what is behind a URL, within the time one fetch may take. A page the session has kept is given again.
 * @throws FetchFailure in words for the model, also for a reply that is an error; the signal's reason after an abort.
 */
export async function fetchPage(start: URL, ctx: ExecuteContext): Promise<Fetched> {
  const { pages } = ctx.resource(webSession);
  const kept = pages.get(start.href);
  if (kept !== undefined) return { kind: "page", page: kept, isCached: true };
  const seconds = webOptionsOf(ctx).timeoutSeconds;
  let came = 0;
  const onBytes = (total: number): void => {
    came = total;
  };
  const fetched = await withDeadline(
    { outer: ctx.signal, seconds },
    {
      work: (signal) => fetchNow(start, ctx, { signal, onBytes }),
      late: () => new FetchFailure(messages.timedOut(start.href, seconds, came)),
    },
  );
  if (fetched.kind === "page") pages.set(start.href, fetched.page);
  return fetched;
}

interface Limits {
  readonly signal: AbortSignal;
  readonly onBytes: (total: number) => void;
}

async function fetchNow(start: URL, ctx: ExecuteContext, limits: Limits): Promise<Fetched> {
  const { signal } = limits;
  const isVoted = (url: URL): boolean => coversDestination(ctx.effects, url);
  const arrival = await follow({ start, isVoted, signal });
  if ("moved" in arrival) {
    const { moved, status, trail } = arrival;
    return { kind: "moved", from: trail.at(-1) ?? start.href, to: moved.href, code: status };
  }
  const { reply } = arrival;
  const onAbort = (): void => reply.close();
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await take(arrival, ctx, limits);
  } catch (thrown) {
    signal.throwIfAborted();
    throw thrown;
  } finally {
    signal.removeEventListener("abort", onAbort);
    reply.close();
  }
}

async function take(
  { reply, trail, downgraded }: Extract<Arrival, { readonly reply: Reply }>,
  ctx: ExecuteContext,
  { signal, onBytes }: Limits,
): Promise<Fetched> {
  const contentType = reply.headers["content-type"] ?? "";
  const codeText = statusText(reply.status, reply.statusText);
  const reader = createBodyReader(reply, onBytes);
  if (reply.status >= 400) throw await failureOf(reply, codeText, { reader, signal });
  const head = await reader.head();
  const notes = [
    ...(trail.length > 1 ? [messages.redirected(trail[0] ?? "")] : []),
    ...(downgraded === undefined ? [] : [messages.downgraded(downgraded)]),
  ];
  const common = {
    url: reply.url.href,
    host: reply.url.hostname,
    code: reply.status,
    codeText,
    mediaType: mediaTypeOf(contentType) || "unknown type",
    fetchedAt: new Date().toISOString(),
  };
  if (kindOfBody(contentType, head) === "file") {
    const extension = extensionOf(head, contentType, common.url);
    const path = ctx.resource(webSession).newFile(extension);
    const bytes = await reader.saveTo(path);
    return { kind: "file", file: { ...common, notes, bytes, path, extension } };
  }
  const read = await textOfBody({ reader, head, contentType, url: common.url, signal });
  const mayKeep = reply.status === 200 && !/\bno-store\b/i.test(reply.headers["cache-control"] ?? "");
  return {
    kind: "page",
    isCached: false,
    page: { ...common, text: read.text, bytes: read.bytes, notes: [...notes, ...read.notes], mayKeep },
  };
}

async function failureOf(
  { status, headers, url }: Reply,
  codeText: string,
  { reader, signal }: { readonly reader: ReturnType<typeof createBodyReader>; readonly signal: AbortSignal },
): Promise<FetchFailure> {
  const said = await bodyOfError({
    reader,
    contentType: headers["content-type"] ?? "",
    url: url.href,
    signal,
  });
  signal.throwIfAborted();
  return new FetchFailure(
    [
      messages.errorStatus(url.href, `${status} ${codeText}`.trim()),
      messages.errorHint(status),
      said === "" ? messages.errorWithoutBody : messages.errorBody(said),
    ].join(" "),
  );
}

/** Runs a step under a time limit of its own. */
async function withDeadline<T>(
  { outer, seconds }: { readonly outer: AbortSignal; readonly seconds: number },
  { work, late }: { readonly work: (signal: AbortSignal) => Promise<T>; readonly late: () => Error },
): Promise<T> {
  const stop = new AbortController();
  const isLate = new Error("the time is up");
  const onAbort = (): void => stop.abort(outer.reason);
  const timer = setTimeout(() => stop.abort(isLate), seconds * 1_000);
  outer.addEventListener("abort", onAbort, { once: true });
  try {
    outer.throwIfAborted();
    return await work(stop.signal);
  } catch (thrown) {
    throw stop.signal.reason === isLate ? late() : thrown;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", onAbort);
  }
}
