import type { HookSettings, HttpHandler } from "../contract/command-hook.ts";
import { messageOf } from "../errors.ts";
import type { HookRoom } from "./hook-room.ts";
import type { HookResult } from "./read-answer.ts";
import { type HandlerRun, MAX_OUTPUT_BYTES, STOPPED } from "./run-command-hook.ts";

/**
 * Sends the event to a server. A reply of 200 to 299 is read like the output of a program that ended well; any other,
 * a redirect too, is a failure. Never rejects.
 */
export async function runHttpHook(
  handler: HttpHandler,
  run: HandlerRun,
  room: HookRoom,
): Promise<HookResult> {
  const settings = room.settings();
  const failed = (why: string): HookResult => ({ kind: "failed", why });
  if (!isAllowedUrl(handler.url, settings.allowedUrls))
    return failed("may not send to its address: it is not among `allowedHttpHookUrls`");
  const timeout = AbortSignal.timeout(run.timeoutMs);
  try {
    const response = await fetch(handler.url, {
      method: "POST",
      headers: { ...headersOf(handler, settings, room.env), "content-type": "application/json" },
      body: run.stdin,
      redirect: "manual",
      signal: AbortSignal.any([run.signal, timeout]),
    });
    const { text, droppedBytes } = await readBody(response);
    if (!response.ok) return failed(`got the status ${response.status}`);
    return { kind: "ended", exitCode: 0, stdout: text, stderr: "", droppedBytes, isReply: true };
  } catch (thrown) {
    if (run.signal.aborted) return failed(STOPPED);
    if (timeout.aborted) return failed(`timed out after ${run.timeoutMs} ms`);
    return failed(`could not reach its server: ${causeOf(thrown)}`);
  }
}

/** Tells whether an address matches a pattern of each list. `*` in the host stands for no part of the path. */
export function isAllowedUrl(url: string, lists: HookSettings["allowedUrls"]): boolean {
  if (lists.length === 0) return true;
  const { href, username, password } = new URL(url);
  if (username !== "" || password !== "") return false;
  return lists.every((patterns) => patterns.some((pattern) => patternOf(pattern).test(href)));
}

function patternOf(pattern: string): RegExp {
  const [, origin = "", path = ""] = /^([^/]*\/\/[^/]*)?(.*)$/s.exec(pattern) ?? [];
  const escaped = (text: string, any: string): string =>
    text
      .split("*")
      .map((part) => part.replace(/[^\w]/g, "\\$&"))
      .join(any);
  return new RegExp(`^${escaped(origin, "[^/?#@]*")}${escaped(path === "" ? "/" : path, ".*")}$`, "s");
}

function headersOf(
  { headers = {}, allowedEnvVars = [] }: HttpHandler,
  settings: HookSettings,
  env: HookRoom["env"],
): Record<string, string> {
  const isAllowed = (name: string): boolean =>
    allowedEnvVars.includes(name) && settings.allowedEnvVars.every((names) => names.includes(name));
  const filled = (value: string): string =>
    value.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? "";
      return isAllowed(name) ? (env[name] ?? "") : "";
    });
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)]));
}

async function readBody(response: Response): Promise<{ text: string; droppedBytes: number }> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  let droppedBytes = 0;
  for await (const chunk of response.body ?? []) {
    const part = chunk.subarray(0, Math.max(0, MAX_OUTPUT_BYTES - bytes));
    kept.push(part);
    bytes += part.length;
    droppedBytes += chunk.length - part.length;
    // The rest could go on for ever.
    if (droppedBytes > 0) break;
  }
  return { text: Buffer.concat(kept).toString("utf8"), droppedBytes };
}

const causeOf = (thrown: unknown): string => {
  const { cause } = thrown as { cause?: unknown };
  return cause === undefined ? messageOf(thrown) : messageOf(cause);
};
