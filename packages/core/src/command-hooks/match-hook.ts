import type { CommandHook } from "../contract/command-hook.ts";
import { maskText } from "../secrets/mask-secrets.ts";
import { shownAddress } from "../secrets/shown-address.ts";

/** Letters, digits and what separates names: such a matcher is a list of names, anything else a pattern. */
export const LIST_OF_NAMES = /^[A-Za-z0-9_\- ,|]*$/;

/**
 * Tells whether a matcher covers one of the names something is known by. Without a matcher, and with `""` or `*`, it
 * covers all; a list of names covers exactly these; anything else is a pattern that may match anywhere. Case counts.
 * @source Claude Code's hooks reference, "matcher patterns"
 */
export function matches(matcher: string | undefined, names: readonly string[]): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  if (LIST_OF_NAMES.test(matcher)) {
    const listed = matcher.split(/[|,]/).map((name) => name.trim());
    return names.some((name) => listed.includes(name));
  }
  const pattern = new RegExp(matcher);
  return names.some((name) => pattern.test(name));
}

/**
 * Leaves out what is set twice: of hooks that run for the same event, the same handler runs once, where it stands
 * first, and blocks when one of its settings says so.
 */
export function withoutDoubles(hooks: readonly CommandHook[]): readonly CommandHook[] {
  const byKey = new Map<string, CommandHook>();
  for (const hook of hooks) {
    const key = hookKey(hook);
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, hook);
    else if (hook.onFailure === "block") byKey.set(key, { ...first, onFailure: "block" });
  }
  return [...byKey.values()];
}

/**
 * Tells handlers apart, wherever they are set: by what runs, and by every member that changes what a run means. When it
 * runs (`if`) is no part of it.
 */
export function hookKey({ handler }: Pick<CommandHook, "handler">): string {
  const { type, timeout, expectsJson = false } = handler;
  return JSON.stringify([type, timeout, expectsJson, ...ownMembers(handler)]);
}

function ownMembers(handler: CommandHook["handler"]): readonly unknown[] {
  switch (handler.type) {
    case "command": {
      const { command, args, async = false, asyncRewake = false } = handler;
      return [command, args, async, asyncRewake];
    }
    case "http":
      return [handler.url, handler.headers, handler.allowedEnvVars];
    case "mcp_tool":
      return [handler.server, handler.tool, handler.input];
  }
}

/** What people, the model and the journal call a hook: its program, address or tool, without secrets. */
export function hookName({ event, handler }: Pick<CommandHook, "event" | "handler">): string {
  return `${event} hook \`${shortened(targetOf(handler))}\``;
}

function targetOf(handler: CommandHook["handler"]): string {
  switch (handler.type) {
    case "command":
      return maskText([handler.command, ...(handler.args ?? [])].join(" "));
    case "http":
      return shownAddress(handler.url);
    case "mcp_tool":
      return `mcp__${handler.server}__${handler.tool}`;
  }
}

const MAX_NAME = 80;

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= MAX_NAME ? line : `${line.slice(0, MAX_NAME)}…`;
};
