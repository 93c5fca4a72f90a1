import type { Tool } from "./tool.ts";

/** A tool that one session has beside those its plugins list, such as a tool of a server. */
export interface OfferedTool {
  readonly tool: Tool;
  /** Only an allow rule that gives its whole name covers it, none for a server or a pattern. Default false. */
  readonly byNameOnly?: boolean;
}

/**
 * How a resource brings tools into its session that are only known once it is open. What is offered before the first
 * pool is built is part of it, behind the tools of plugins; what comes later stands at its end, so that nothing before
 * it moves.
 */
export interface SessionTools {
  /**
   * Adds tools to the pool, now or from the next request on. A tool with a name that is taken is not added.
   * @param from where they come from, `kind:name`; votes and `trustEffects` know them by it.
   * @returns the names that were taken.
   * @throws GNT_INVARIANT for a `from` of another form: it could pass for a plugin.
   */
  offer(from: string, tools: readonly OfferedTool[]): readonly string[];
  /** Keeps a name out of the pool, now or from the next request on; a call of it is told why. Offering it ends this. */
  withhold(name: string, why: string): void;
  /** The first pool is not built before this has settled. */
  waitFor(work: Promise<unknown>): void;
  /**
   * Asked before a call of a name nobody has is refused, so that a server that was not contacted yet can bring its
   * tools. It resolves when the pool is worth another look; undefined for names it knows nothing about.
   */
  seekWith(seeker: (name: string) => Promise<void> | undefined): void;
  /** Why a rule denies every call of a tool with this name; undefined when none does. */
  deniedBy(name: string): string | undefined;
}
