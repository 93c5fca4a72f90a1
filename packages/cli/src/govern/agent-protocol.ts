import type { Behavior, Effect, Mode } from "@gauntlet/core";

/** Questions of another agent that a policy can answer: before each call, and when it would ask its person. */
export type HookEvent = "PreToolUse" | "PermissionRequest";

/** What another agent says about a call before it runs it. */
export interface HookCall {
  readonly event: HookEvent;
  /** As the agent calls it. */
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Where the agent is: relative paths start there. */
  readonly cwd?: string;
  /** Undefined for a mode that has no counterpart. */
  readonly mode?: Mode;
}

/** What our policy says about it. */
export interface HookVerdict {
  readonly behavior: Behavior;
  readonly why: string;
  /** The input the verdict is about, where the policy changed it. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** How a tool of another agent is judged. */
export interface ToolMapping {
  /** The tool of ours whose effects it has, or the name rules know it by. */
  readonly as: string;
  /** Its fields that count; default: all. A field that is in neither list makes an allow an ask. */
  readonly fields?: readonly string[];
  /** Its fields that change nothing about what is touched. */
  readonly ignored?: readonly string[];
  /** Its fields that are paths. */
  readonly paths?: readonly string[];
  /** The field that names where it starts; left out, it starts where the agent is. */
  readonly startsIn?: string;
  /** The field that is a text for a shell, which starts where the agent is. */
  readonly shell?: string;
  /** What it touches, where we have no such tool. */
  readonly effects?: (input: Readonly<Record<string, unknown>>) => readonly Effect[] | undefined;
  /** It is a question to the person: an allow would answer in the person's place. */
  readonly isQuestion?: boolean;
}

/** The language of another agent's hooks. */
export interface AgentProtocol {
  readonly name: string;
  readonly tools: Readonly<Record<string, ToolMapping>>;
  /** Variable of the environment that holds the directory whose configuration counts. */
  readonly projectVariable: string;
  /** Reads a question. @throws GNT_CONFIG_INVALID for anything that is none. */
  read(question: unknown): HookCall;
  /** The answer as it goes to standard output; empty for no opinion. */
  answer(event: HookEvent, verdict: HookVerdict): string;
}
