import { LIST_OF_NAMES } from "../command-hooks/match-hook.ts";
import { CALL_EVENTS, HOOK_EVENTS, type HookEvent } from "../contract/command-hook.ts";
import { messageOf } from "../errors.ts";
import { parseRule } from "../policy/rule.ts";
import {
  address,
  anyObject,
  type Check,
  entries,
  filledText,
  inside,
  list,
  mapOf,
  oneOf,
  secretText,
  shape,
  text,
  unknownKey,
  yesOrNo,
} from "./checks.ts";
import { configProblem, type Spot, wrongValue } from "./config-problem.ts";

/** Events of Claude Code that never happen here. Hooks for them are accepted and said to be idle. */
const IDLE_EVENTS: readonly string[] = [
  "UserPromptExpansion",
  "Setup",
  "StopFailure",
  "PreModelSwitch",
  "PostModelSwitch",
  "PermissionDenied",
  "TeammateIdle",
  "TaskCreated",
  "TaskCompleted",
  "Elicitation",
  "ElicitationResult",
  "WorktreeCreate",
  "WorktreeRemove",
  "InstructionsLoaded",
  "CwdChanged",
  "FileChanged",
  "DirectoryAdded",
  "MessageDisplay",
  "PreSkillShellCommand",
];

/** What a Node timer can hold. */
const MAX_TIMEOUT_S = 2_147_483;

/**
 * Checks hooks in Claude Code's shape. What would not run is refused, because a guard that does not run is no guard;
 * only events that never happen are accepted.
 */
export const hooks: Check = (value, spot) => {
  const copy: Record<string, unknown> = {};
  for (const [event, groups] of entries(value, spot)) {
    const at = inside(spot, event);
    if (IDLE_EVENTS.includes(event)) copy[event] = groups;
    else if (HOOK_EVENTS.includes(event as HookEvent))
      copy[event] = list(groupOf(event as HookEvent))(groups, at);
    else throw unknownKey(at, [...HOOK_EVENTS, ...IDLE_EVENTS]);
  }
  return Object.freeze(copy);
};

const groupOf = (event: HookEvent): Check =>
  shape({ matcher: CALL_EVENTS.includes(event) ? toolMatcher : matcher, hooks: list(handlerOf(event)) });

/** A rule: a tool and, in brackets, what no name of a tool holds. As a pattern it would match nothing. */
const RULE = /^\s*([A-Za-z0-9_]+)\s*\((?!\?)[^()|]*[\s:/~@][^()|]*\)\s*$/;

const toolMatcher: Check = (value, spot) => {
  const pattern = matcher(value, spot) as string;
  const name = RULE.exec(pattern)?.[1];
  if (name === undefined) return pattern;
  const what = `is the rule \`${pattern.trim()}\`, and no tool has such a name, so the hook would never run`;
  const hint = `write \`"matcher": "${name}"\` here and \`"if": "${pattern.trim()}"\` beside the command`;
  throw configProblem("GNT_CONFIG_INVALID", spot, { what, hint });
};

const matcher: Check = (value, spot) => {
  const pattern = text(value, spot) as string;
  if (pattern === "*" || LIST_OF_NAMES.test(pattern)) return pattern;
  try {
    new RegExp(pattern);
    return pattern;
  } catch (cause) {
    const what = `is neither a list of names nor a pattern: ${messageOf(cause)}`;
    throw configProblem("GNT_CONFIG_INVALID", spot, { what, hint: "write `Edit|Write` or `mcp__.*`" });
  }
};

const seconds: Check = (value, spot) => {
  if (typeof value === "number" && value > 0 && value <= MAX_TIMEOUT_S) return value;
  throw wrongValue(value, spot, `a number of seconds above 0, at most ${MAX_TIMEOUT_S}`);
};

/** One rule; a hook runs for what a deny rule with this text would bind. */
const condition: Check = (value, spot) => {
  const rule = text(value, spot) as string;
  const { file, source = "host", placeOf } = spot.place;
  const where = { ...(file === undefined ? {} : { file }), ...placeOf?.(spot.path, rule) };
  parseRule({ behavior: "deny", text: rule, source, anchor: "/", ...where });
  return rule;
};

const COMMON = {
  type: text,
  timeout: seconds,
  statusMessage: text,
  onFailure: oneOf(["block", "continue"]),
  expectsJson: yesOrNo,
  once: yesOrNo,
};

interface Handler {
  readonly members: Readonly<Record<string, Check>>;
  readonly required: readonly string[];
}

/** What hooks of each type have beside what all have, and which of it they must have. */
const HANDLERS: ReadonlyMap<unknown, Handler> = new Map<unknown, Handler>([
  [
    "command",
    {
      required: ["command"],
      members: {
        command: filledText,
        args: list(text),
        shell: oneOf(["bash"]),
        async: yesOrNo,
        asyncRewake: yesOrNo,
      },
    },
  ],
  [
    "http",
    {
      required: ["url"],
      members: { url: address, headers: mapOf(secretText), allowedEnvVars: list(filledText) },
    },
  ],
  [
    "mcp_tool",
    { required: ["server", "tool"], members: { server: filledText, tool: filledText, input: anyObject } },
  ],
]);

const handlerOf =
  (event: HookEvent): Check =>
  (value, spot) => {
    const type = entries(value, spot).find(([key]) => key === "type")?.[1];
    const handler = HANDLERS.get(type);
    if (handler === undefined) throw unknownType(type, inside(spot, "type"));
    if (event === "SessionStart" && type === "http")
      throw wrongValue(type, inside(spot, "type"), "`command` or `mcp_tool`, as this event takes");
    const copy = shape({ ...COMMON, if: conditionOf(event), ...handler.members })(value, spot);
    for (const key of handler.required) {
      if (!Object.hasOwn(copy as object, key)) filledText(undefined, inside(spot, key));
    }
    return copy;
  };

const conditionOf =
  (event: HookEvent): Check =>
  (value, spot) => {
    if (CALL_EVENTS.includes(event)) return condition(value, spot);
    const what = `is set for \`${event}\`, which is not about a call, so the hook would never run`;
    throw configProblem("GNT_CONFIG_INVALID", spot, { what, hint: "take it out" });
  };

function unknownType(type: unknown, spot: Spot): Error {
  if (type !== "prompt" && type !== "agent")
    return wrongValue(type, spot, "one of `command`, `http`, `mcp_tool`");
  const hint = "take it out, or use a command: nothing starts while a guard would be left out";
  return configProblem("GNT_CONFIG_INVALID", spot, { what: `is \`${type}\`, which is not run here`, hint });
}
