import type { PlacedTool } from "./tool-pool.ts";

/** When tools that may be deferred are. `auto`: when their definitions together take more than a share of the window. */
export const DEFERRAL_POLICIES = ["on", "auto", "off"] as const;
export type DeferralPolicy = (typeof DEFERRAL_POLICIES)[number];

/** What a session may say about deferral. */
export interface Deferral {
  readonly policy: DeferralPolicy;
  /** For `auto`: share of the model's window, above 0, at most 1. */
  readonly share: number;
}

export const DEFAULT_DEFERRAL: Deferral = Object.freeze({ policy: "on", share: 0.1 });

/** Bytes of a definition that make about one token. */
const BYTES_PER_TOKEN = 4;
const USUAL_WINDOW_TOKENS = 200_000;

export interface DeferralContext {
  readonly deferral: Deferral;
  /** Size of the model's window; 0 when nobody knows. */
  readonly contextTokens: number;
  /** Tools the session showed the model before, in another process: within a session none is taken back. */
  readonly wasLoaded: ReadonlySet<string>;
}

/** Defers the tools of a first pool as the policy says, by what they weigh together. */
export function deferAsPolicy(
  placed: readonly PlacedTool[],
  context: DeferralContext,
): readonly PlacedTool[] {
  const { policy, share } = context.deferral;
  if (policy === "off") return placed;
  const deferred = deferAll(placed, context);
  if (policy === "on") return deferred;
  const tokens =
    deferred
      .filter(({ deferredBecause }) => deferredBecause !== undefined)
      .reduce((sum, { definition }) => sum + Buffer.byteLength(JSON.stringify(definition())), 0) /
    BYTES_PER_TOKEN;
  return tokens > share * (context.contextTokens || USUAL_WINDOW_TOKENS) ? deferred : placed;
}

/** Defers every tool that may be. */
export function deferAll(
  placed: readonly PlacedTool[],
  { wasLoaded }: Pick<DeferralContext, "wasLoaded">,
): readonly PlacedTool[] {
  return placed.map((one) => {
    const { tool, isOffered } = one.entry;
    if (!tool.flags.shouldDefer || tool.flags.alwaysLoad || wasLoaded.has(tool.name)) return one;
    return { ...one, deferredBecause: isOffered ? "it is the tool of a server" : "its pack asks for it" };
  });
}
