import { posix } from "node:path";
import type { Effect, LocatedEffect } from "../contract/effect.ts";
import { isPathEffect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { PolicyCall } from "./policy.ts";
import type { TrialCall } from "./policy-rule.ts";

/** Where trials take place. Nothing of it needs to exist. */
export const TRIAL_PLACE = Object.freeze({
  cwd: "/srv/project",
  home: "/home/person",
  /** Claims of its tools are trusted, as those of our own packs are. */
  plugin: "@gauntlet/trial",
});

/**
 * Reads a call as people write it: `Bash(curl x)`, `Read(./src/a.ts)`, or the name of a tool alone.
 * @throws Error that says what is wrong with the text.
 */
export function readTrialCall(text: string): TrialCall {
  const [, tool, content] = /^([\w-]+)(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
  if (tool === undefined)
    throw new Error(
      `\`${text}\` is not a call; write \`Bash(git status)\`, or an object with \`tool\` and \`input\``,
    );
  if (content === undefined) return { tool };
  const call = callInWords(tool, content);
  if (call !== undefined) return call;
  throw new Error(
    `\`${text}\` says nothing about the input of \`${tool}\`; write an object with \`tool\` and \`input\``,
  );
}

/**
 * The call that a text means for a tool of the rule language: a command, a path, an address or host, a type, a name,
 * or `field:value` of any tool. Undefined when it means none.
 */
export function callInWords(tool: string, text: string): TrialCall | undefined {
  switch (tool) {
    case "Bash":
      return { tool, input: { command: text }, effects: commandEffects(text) };
    case "Read":
      return { tool, input: { file_path: text }, effects: [{ kind: "read", path: text }] };
    case "Edit":
    case "Write":
      return { tool, input: { file_path: text }, effects: [{ kind: "write", path: text }] };
    case "Glob":
    case "Grep":
      if (isField(text)) break;
      return { tool, input: { path: text }, effects: [{ kind: "read", path: text, tree: true }] };
    case "WebFetch":
      return { tool, input: { url: text }, effects: [{ kind: "connect", host: hostOf(text) }] };
    case "Agent":
      return { tool, input: { subagent_type: text } };
    case "Skill":
      return { tool, input: { skill: text } };
  }
  const [, field, value] = /^([A-Za-z_][\w-]*):(.*)$/s.exec(text) ?? [];
  return field === undefined ? undefined : { tool, input: { [field]: value } };
}

/**
 * A call as the rules see it.
 * @throws GNT_TOOL_DECLARATION for a tool name that no tool can have.
 */
export function policyCallOf({ tool, input = {}, effects = [{ kind: "unknown" }] }: TrialCall): PolicyCall {
  return { tool: toolNamed(tool), plugin: TRIAL_PLACE.plugin, input, effects: effects.map(located) };
}

const isField = (text: string): boolean => /^[a-z_]+:/i.test(text);

/**
 * Plain words are one command that can be understood. Whatever else stands in a command could make it more than that,
 * so it counts as one nobody can analyze, too.
 */
function commandEffects(text: string): readonly Effect[] {
  const exec: Effect = { kind: "exec", text };
  const plain = /^[\w@%+:,./-]+( [\w@%+=:,./-]+)*$/.test(text);
  return plain ? [exec] : [exec, { kind: "opaque", text, reasons: ["it is more than plain words"] }];
}

function hostOf(text: string): string {
  const url = URL.canParse(text) && text.includes("://") ? new URL(text) : undefined;
  return url?.hostname ?? text;
}

function located(effect: Effect): LocatedEffect {
  if (!isPathEffect(effect)) return effect;
  const { cwd, home } = TRIAL_PLACE;
  const spelled = effect.path === "~" ? home : effect.path.replace(/^~\//, `${home}/`);
  const path = posix.resolve(cwd, spelled);
  return { ...effect, path, realPath: path };
}

const tools = new Map<string, Tool>();

function toolNamed(name: string): Tool {
  const known = tools.get(name);
  if (known !== undefined) return known;
  const made = defineTool({
    name,
    description: "stands for a tool in trials of policies",
    input: { type: "object", properties: {} } as Parameters<typeof defineTool>[0]["input"],
    isReadOnly: ["Read", "Glob", "Grep"].includes(name),
    honorsReadDenies: ["Glob", "Grep"].includes(name),
    execute: () => undefined,
  }) as Tool;
  tools.set(name, made);
  return made;
}
