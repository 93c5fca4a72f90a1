import { Type } from "typebox";
import type { Vote } from "../../src/contract/decision.ts";
import type {
  CommandPart,
  Effect,
  ExecEffect,
  LocatedEffect,
  OpaqueEffect,
  PathEffect,
} from "../../src/contract/effect.ts";
import { isPathEffect } from "../../src/contract/effect.ts";
import type { ToolFlags } from "../../src/contract/tool.ts";
import type { PathEnv } from "../../src/policy/match-path.ts";
import type { PolicyCall, PolicyContext, RuleSource } from "../../src/policy/policy.ts";
import { compileRules } from "../../src/policy/rules.ts";
import { defineTool } from "../../src/tool/define-tool.ts";

export const CWD = "/srv/ws";
export const HOME = "/home/ada";
export const ENV: PathEnv = { cwd: CWD, home: HOME, caseInsensitive: false };

export const context = (change: Partial<PolicyContext> = {}): PolicyContext => ({
  mode: "default",
  cwd: CWD,
  home: HOME,
  workingDirectories: [CWD],
  resultsDirectories: ["/home/ada/.gauntlet/sessions/s1/results"],
  ownDirectories: ["/home/ada/.gauntlet", `${CWD}/.gauntlet`],
  trustEffects: ["@gauntlet/*"],
  ...change,
});

export const rule = (
  behavior: RuleSource["behavior"],
  text: string,
  more: Partial<RuleSource> = {},
): RuleSource => ({ behavior, text, source: "project", anchor: CWD, ...more });

export interface CallSpec {
  readonly tool?: string;
  readonly aliases?: readonly string[];
  readonly plugin?: string;
  readonly input?: unknown;
  readonly flags?: Partial<Pick<ToolFlags, "honorsReadDenies">> & { readonly isReadOnly?: boolean };
  readonly effects?: readonly (Effect & CommandPart & { readonly realPath?: string })[];
}

export function call({
  tool = "Probe",
  aliases = [],
  plugin = "@gauntlet/tools",
  input = {},
  flags = {},
  effects = [],
}: CallSpec): PolicyCall {
  const defined = defineTool({
    name: tool,
    aliases,
    description: "probes",
    input: Type.Object({}),
    isReadOnly: flags.isReadOnly ?? false,
    honorsReadDenies: flags.honorsReadDenies ?? false,
    execute: () => "",
  });
  return { tool: defined as PolicyCall["tool"], plugin, input, effects: effects.map(located) };
}

function located(effect: Effect & { readonly realPath?: string }): LocatedEffect {
  if (!isPathEffect(effect)) return effect;
  return { ...effect, realPath: effect.realPath ?? effect.path };
}

export const read = (path: string, more: Partial<PathEffect> & { realPath?: string } & CommandPart = {}) =>
  ({ kind: "read", path, ...more }) as const;
export const write = (path: string, more: Partial<PathEffect> & { realPath?: string } & CommandPart = {}) =>
  ({ kind: "write", path, ...more }) as const;
export const remove = (path: string, more: Partial<PathEffect> & { realPath?: string } & CommandPart = {}) =>
  ({ kind: "delete", path, ...more }) as const;
export const exec = (text: string, more: Partial<ExecEffect> = {}) =>
  ({ kind: "exec", text, ...more }) as const;
export const opaque = (text: string, more: Partial<OpaqueEffect> = {}) =>
  ({ kind: "opaque", text, reasons: ["eval"], ...more }) as const;
export const connect = (host: string, more: CommandPart = {}) =>
  ({ kind: "connect", host, ...more }) as const;

/** Votes in a short form: `deny 0`, `allow call`. */
export const short = (votes: readonly Vote[]): string[] =>
  votes.map(({ behavior, effect }) => `${behavior} ${effect ?? "call"}`);

/** Short votes of some rules, written `behavior rule`, on a call. */
export function votesOf(rules: readonly string[], spec: CallSpec, env: PathEnv = ENV): string[] {
  const sources = rules.map((text) => {
    const [behavior = "", ...rest] = text.split(" ");
    return rule(behavior as RuleSource["behavior"], rest.join(" "));
  });
  return short(compileRules(sources, env).votes(call(spec), context()));
}
