import type { Behavior, Mode, Source, Vote } from "../contract/decision.ts";
import type { LocatedEffect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import type { RuleExamples } from "./policy-rule.ts";

/** A rule as it was written, with the place it was written in. */
export interface RuleSource {
  readonly behavior: Behavior;
  readonly text: string;
  readonly source: Source;
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based; only for telling where a text that is no rule stands. */
  readonly column?: number;
  /** Directory that `/path` rules of this source are anchored at. */
  readonly anchor: string;
  readonly id?: string;
  readonly why?: string;
  /** What the rule was written for; checked when a policy is loaded, and read by lint. */
  readonly examples?: RuleExamples;
}

/** A call as voters see it. */
export interface PolicyCall {
  readonly tool: Tool;
  /** Name of the plugin the tool comes from. */
  readonly plugin: string;
  /** Only an allow rule that gives the tool's whole name covers it. */
  readonly byNameOnly?: boolean;
  readonly input: unknown;
  readonly effects: readonly LocatedEffect[];
}

/** The state of the session that votes depend on. */
export interface PolicyContext {
  readonly mode: Mode;
  readonly cwd: string;
  readonly home: string;
  /** Real paths; reads inside them are allowed, edits inside them in `acceptEdits`. */
  readonly workingDirectories: readonly string[];
  /** Real paths of the directories with spilled results of this session, and of those it was forked from. */
  readonly resultsDirectories: readonly string[];
  /** Real paths of directories that hold our own config, policy and journals. */
  readonly ownDirectories: readonly string[];
  /** Plugin name patterns whose tools' effect claims are trusted, such as `@gauntlet/*`. */
  readonly trustEffects: readonly string[];
}

/**
 * A built-in voter: from call and session state to votes. It changes nothing, and looks at the disk only to see whether a
 * path is another name of a guarded file.
 */
export type Voter = (call: PolicyCall, context: PolicyContext) => readonly Vote[];

/** A voter with the name its votes and its failures are reported under. */
export interface NamedVoter {
  readonly name: string;
  readonly vote: Voter;
}
