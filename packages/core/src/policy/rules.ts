import type { Vote } from "../contract/decision.ts";
import { commandVotes } from "./command-votes.ts";
import { type EntryOf, indexRules, type RuleIndex } from "./compile-rules.ts";
import { domainVotes } from "./domain-votes.ts";
import { createInodeFilter } from "./inode-filter.ts";
import { inodeVotes } from "./inode-votes.ts";
import { matchCommand } from "./match-command.ts";
import { matchGlob } from "./match-glob.ts";
import type { PathEnv } from "./match-path.ts";
import { isReadDenied, pathVotes } from "./path-votes.ts";
import type { PolicyCall, PolicyContext, RuleSource } from "./policy.ts";
import { ruleVote } from "./rule-vote.ts";
import { trustsEffects } from "./trust.ts";

/**
 * The rules of a session, ready to vote. The same call and context give the same votes, as long as the same files have
 * the same names on disk.
 */
export interface RuleSet {
  /** One vote for each rule and effect (or call) it binds, in the order call, commands, paths, hosts. */
  votes(call: PolicyCall, context: PolicyContext): readonly Vote[];
  /**
   * True where a deny or ask rule is about reading this path; what a tool that searches must leave out.
   * @param links how many names the file has, where that is known.
   */
  isReadDenied(path: string, realPath: string, links?: number): boolean;
  /** True when some deny or ask rule is about reading, so that `isReadDenied` may hold somewhere. */
  readonly deniesReads: boolean;
  /** A deny vote of a rule that denies every call of a tool and so takes it out of the pool. */
  hiddenBy(toolName: string, aliases?: readonly string[]): Vote | undefined;
  /** Rules that were read and can never match, or probably mean something else. */
  readonly warnings: readonly string[];
}

/**
 * Compiles rules of every source into one set. Sources never outrank each other: who wins is up to `combine`.
 * @throws GNT_CONFIG_RULE for the first rule that is none.
 */
export function compileRules(sources: readonly RuleSource[], env: PathEnv): RuleSet {
  const index = indexRules(sources, env);
  const isLinkDenied = createInodeFilter(index.pathIndex, env.mirror?.at ?? env.cwd);
  return {
    votes: (call, context) => {
      const trusted = trustsEffects(call, context);
      return [
        ...callVotes(index, call, trusted),
        ...commandVotes(index, call, trusted),
        ...pathVotes(index.pathIndex, call, trusted),
        ...inodeVotes(index.pathIndex, call, context),
        ...domainVotes(index.domains, call, trusted),
      ];
    },
    isReadDenied: (path, realPath, links) =>
      isReadDenied(index.pathIndex, path, realPath) || (links !== 1 && isLinkDenied(realPath)),
    deniesReads: index.pathIndex.bindingReads.length > 0,
    hiddenBy: (toolName, aliases = []) => {
      const hiding = [toolName, ...aliases]
        .flatMap((name) => index.forTool(name))
        .filter(({ behavior }) => behavior === "deny")
        .map((entry) => ruleVote(entry, `every call of ${toolName}`));
      // Whichever order the rules stand in, the same one is named.
      return hiding.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))[0];
    },
    warnings: index.warnings,
  };
}

function callVotes(index: RuleIndex, call: PolicyCall, trusted: boolean): readonly Vote[] {
  const { name, aliases } = call.tool;
  const entries = [name, ...aliases].flatMap((known): readonly EntryOf<"tool" | "field">[] => {
    const bound = [
      ...index.forTool(known),
      ...index.forFields(known).filter(({ match }) => fieldMatches(match, call.input)),
    ];
    // Any plugin can give its tool an alias; an allow of that word was not meant for it.
    const binding = known === name || trusted ? bound : bound.filter(({ behavior }) => behavior !== "allow");
    const isWide = ({ behavior, rule }: (typeof bound)[number]): boolean =>
      behavior === "allow" && rule.tool !== name;
    return call.byNameOnly ? binding.filter((entry) => !isWide(entry)) : binding;
  });
  return [...new Set(entries)].map((entry) =>
    ruleVote(entry, entry.match.kind === "tool" ? `every call of ${name}` : `this call of ${name}`),
  );
}

function fieldMatches({ field, value, words }: EntryOf<"field">["match"], input: unknown): boolean {
  if (typeof input !== "object" || input === null || !Object.hasOwn(input, field)) return false;
  const given = (input as Record<string, unknown>)[field];
  if (typeof given !== "string" && typeof given !== "number" && typeof given !== "boolean") return false;
  if (!words) return matchGlob(value, String(given));
  return matchCommand(value.replace(/^\//, ""), String(given).trim().replace(/^\//, ""));
}
