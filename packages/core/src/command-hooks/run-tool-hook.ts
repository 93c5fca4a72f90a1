import type { ToolHandler } from "../contract/command-hook.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import type { Runtime } from "../stages/runtime.ts";
import type { HookResult } from "./read-answer.ts";
import { type HandlerRun, STOPPED } from "./run-command-hook.ts";

/**
 * Calls a tool of an MCP server through the whole pipeline, as a call nobody is asked about. What the model would read
 * of the result is read like the output of a program. Never rejects.
 * @param fields what a program would read; texts in the handler's input may name members of it.
 */
export async function runToolHook(
  { server, tool, input = {} }: ToolHandler,
  { signal, timeoutMs, fields }: HandlerRun & { readonly fields: JsonObject },
  callTool: Runtime["callTool"],
): Promise<HookResult> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const name = `mcp__${server}__${tool}`;
  const { outcome, text } = await callTool(name, filled(input, fields), AbortSignal.any([signal, timeout]));
  if (outcome === "succeeded")
    return { kind: "ended", exitCode: 0, stdout: text, stderr: "", droppedBytes: 0 };
  if (signal.aborted) return { kind: "failed", why: STOPPED };
  if (timeout.aborted) return { kind: "failed", why: `timed out after ${timeoutMs} ms` };
  return { kind: "failed", why: `called \`${name}\`, which ended as ${outcome}: ${text}` };
}

/** A copy in which `${path.to.member}` stands for that member; an unknown one for nothing. */
function filled(value: unknown, fields: JsonObject): unknown {
  if (typeof value === "string")
    return value.replaceAll(/\$\{([\w.]+)\}/g, (_, path: string) => textOf(memberAt(fields, path)));
  if (Array.isArray(value)) return value.map((item) => filled(item, fields));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, fields)]));
}

function memberAt(fields: JsonObject, path: string): unknown {
  let at: unknown = fields;
  for (const key of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key];
  }
  return at;
}

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
};
