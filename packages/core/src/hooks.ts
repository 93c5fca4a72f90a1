import { AsyncSeriesWaterfallHook } from "tapable";
import type { Hook, HookName, Hooks, TapFunction, TapOptions } from "./contract/hook.ts";
import { HOOK_NAMES, TAP_STAGES } from "./contract/hook.ts";
import type { TapScope } from "./contract/session-scope.ts";
import { GauntletError, HookError, type TapOrigin } from "./errors.ts";
import { inTime, MAX_TIMER_MS, TooLate } from "./in-time.ts";
import { orderTaps, type PlacedTap } from "./tap-order.ts";

const TAP_TIMEOUT_MS = 30_000;

/** A tap's failure, and whether the tap asked for the text to be withheld. */
export interface TapFailure {
  readonly error: HookError;
  readonly withhold: boolean;
}

/** Who a registered tap belongs to; taps read it to stamp votes. */
export interface TapOwner {
  readonly plugin: string;
  readonly source: string;
}

/**
 * One run over a hook's taps, in their order.
 * `onFailure` decides what a throwing or silent tap means; it may throw to stop the run.
 */
export interface HookRun<V> {
  readonly onFailure: (failure: TapFailure, value: V) => V;
  /** Makes what one tap is given, so that whatever it does, whenever it does it, is stamped with its own origin. */
  readonly viewFor?: (value: V, origin: TapOrigin) => V;
}

/** What a plugin's taps may use of the session they run in. */
export type ScopeOf = (plugin: string) => TapScope;

interface Runner<V> {
  run(value: V, how: HookRun<V>, scopeOf: ScopeOf): Promise<V>;
  door(owner: TapOwner, isOpen: () => boolean): Hook<V, unknown>;
  taps(): readonly TapOrigin[];
}

type HookKind = "series" | "waterfall";
type Sequence<V> = AsyncSeriesWaterfallHook<[V, HookRun<V>, ScopeOf]>;

interface RegisteredTap<V> extends PlacedTap {
  readonly origin: TapOrigin;
  readonly call: (value: V, run: HookRun<V>, scopeOf: ScopeOf) => Promise<V>;
}

/**
 * Makes one hook. tapable does the sequencing; this wrapper closes its traps: every tap is awaited however it was
 * added, callbacks are refused, `null` means no answer, failures carry their origin, and silence times out.
 * A series is a waterfall whose value the taps cannot replace.
 */
function defineHook<V>(name: HookName, kind: HookKind): Runner<V> {
  let taps: readonly RegisteredTap<V>[] = [];
  let sequence: Sequence<V> = new AsyncSeriesWaterfallHook(["value", "run", "scopeOf"], name);

  const add = (owner: TapOwner, options: string | TapOptions, fn: TapFunction<V, unknown>): void => {
    const added = createTap({ name, kind, owner }, options, fn);
    if (taps.some(({ plugin, tap }) => plugin === added.plugin && tap === added.tap)) {
      throw refused(`plugin \`${added.plugin}\` taps \`${name}\` twice as \`${added.tap}\``, {
        hint: "give each tap a name of its own: failures and votes are reported under it",
      });
    }
    const placed = orderTaps([...taps, added]);
    if ("circle" in placed) {
      const way = [...placed.circle, placed.circle[0]].map((tap) => `\`${tap?.plugin}: ${tap?.tap}\``);
      throw refused(`the taps on \`${name}\` want to run ahead of one another: ${way.join(" before ")}`, {
        hint: "take a name out of `before`",
      });
    }
    taps = placed.order;
    sequence = new AsyncSeriesWaterfallHook(["value", "run", "scopeOf"], name);
    for (const { tap, call } of taps) sequence.tapPromise(tap, call);
  };

  return {
    run: async (value, how, scopeOf) => (taps.length > 0 ? sequence.promise(value, how, scopeOf) : value),
    taps: () => taps.map(({ origin }) => origin),
    door: (owner, isOpen) => {
      const tap = (options: string | TapOptions, fn: TapFunction<V, unknown>): void => {
        if (!isOpen()) {
          throw refused(`plugin \`${owner.plugin}\` taps \`${name}\` after it was applied`, {
            hint: "tap in `apply`: a tap that comes late has missed calls",
          });
        }
        add(owner, options, fn);
      };
      return Object.freeze({
        name,
        tap,
        tapPromise: tap,
        tapAsync: () => {
          throw refused(`\`tapAsync\` was called on \`${name}\``, {
            hint: "use `tap`; a tap that returns a promise is awaited",
          });
        },
      });
    },
  };
}

function createTap<V>(
  { name, kind, owner }: { readonly name: HookName; readonly kind: HookKind; readonly owner: TapOwner },
  options: string | TapOptions,
  fn: TapFunction<V, unknown>,
): RegisteredTap<V> {
  const given = checkedOptions(name, options, fn);
  const { name: tap, timeoutMs = TAP_TIMEOUT_MS, before = [], stage = "normal", onFailure } = given;
  const origin: TapOrigin = Object.freeze({ hook: name, tap, ...owner });
  const withhold = (onFailure ?? (owner.source === "managed" ? "withhold" : "continue")) === "withhold";
  return {
    ...owner,
    tap,
    stage,
    before: typeof before === "string" ? [before] : [...before],
    origin,
    async call(value, run, scopeOf) {
      try {
        const view = run.viewFor?.(value, origin) ?? value;
        const answer = await inTime(fn(view, scopeOf(owner.plugin)), timeoutMs);
        return kind === "waterfall" && answer !== null && answer !== undefined ? (answer as V) : value;
      } catch (cause) {
        const code = cause instanceof TooLate ? "GNT_HOOK_TIMEOUT" : "GNT_HOOK_THREW";
        return run.onFailure({ error: new HookError(code, origin, cause), withhold }, value);
      }
    },
  };
}

/** The seven hooks as a session runs them. */
export interface HookRuns {
  run<N extends HookName>(name: N, value: HookValue<N>, how: HookRun<HookValue<N>>): Promise<HookValue<N>>;
}

/** The core's side of the seven hooks: `within` for sessions, `doors` for plugins. */
export interface HookTable {
  /** The hooks within one session, of which each tap gets its plugin's scope. */
  within(scopeOf: ScopeOf): HookRuns;
  /** A frozen set of hooks on which every tap is stamped with this owner. @param isOpen default: always. */
  doors(owner: TapOwner, isOpen?: () => boolean): Hooks;
  /** All taps: by hook in the order a call passes them, then in the order they run. */
  taps(): readonly TapOrigin[];
}

type HookValue<N extends HookName> = Hooks[N] extends Hook<infer V, infer _R> ? V : never;

/** What the taps of each hook may do with the value: act on it (series), or replace it (waterfall). */
export const HOOK_KINDS: Readonly<Record<HookName, HookKind>> = Object.freeze({
  buildPool: "waterfall",
  schedule: "series",
  validate: "series",
  preToolUse: "series",
  permission: "series",
  postToolUse: "waterfall",
  mapResult: "waterfall",
});

export function createHookTable(): HookTable {
  const runners = Object.fromEntries(
    HOOK_NAMES.map((name) => [name, defineHook<unknown>(name, HOOK_KINDS[name])]),
  ) as Record<HookName, Runner<unknown>>;
  return {
    within: (scopeOf) => ({
      run: (name, value, how) =>
        runners[name].run(value, how as HookRun<unknown>, scopeOf) as Promise<typeof value>,
    }),
    doors: (owner, isOpen = () => true) =>
      Object.freeze(
        Object.fromEntries(HOOK_NAMES.map((name) => [name, runners[name].door(owner, isOpen)])),
      ) as unknown as Hooks,
    taps: () => HOOK_NAMES.flatMap((name) => runners[name].taps()),
  };
}

function checkedOptions(hook: HookName, options: string | TapOptions, fn: unknown): TapOptions {
  const tap = typeof options === "string" ? { name: options } : options;
  if (typeof tap?.name !== "string" || tap.name.trim() === "") {
    throw refused(`a tap on \`${hook}\` has no name`, {
      hint: "pass a name or `{ name }` first: failures and votes are reported under it",
    });
  }
  const label = `tap \`${tap.name}\` on \`${hook}\``;
  if (typeof fn !== "function") throw refused(`${label} is not a function`);
  const unknown = Object.keys(tap).find((option) => !TAP_OPTIONS.includes(option));
  if (unknown !== undefined) {
    throw refused(`${label} declares \`${unknown}\`, which no tap has`, {
      hint: `use ${TAP_OPTIONS.map((option) => `\`${option}\``).join(", ")}`,
    });
  }
  checkOnFailure(hook, label, tap.onFailure);
  const { timeoutMs, before = [], stage = "normal" } = tap;
  if (
    timeoutMs !== undefined &&
    !(timeoutMs > 0 && timeoutMs <= MAX_TIMER_MS && typeof timeoutMs === "number")
  ) {
    throw refused(`${label} declares \`timeoutMs\` as ${String(timeoutMs)}`, {
      hint: `use a number above 0, at most ${MAX_TIMER_MS}`,
    });
  }
  if (!TAP_STAGES.includes(stage)) {
    throw refused(`${label} declares \`stage\` as ${String(stage)}`, {
      hint: `use one of ${TAP_STAGES.map((name) => `\`${name}\``).join(", ")}`,
    });
  }
  const names: unknown = typeof before === "string" ? [before] : before;
  if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
    throw refused(`${label} declares \`before\` that is not a list of names`, {
      hint: "name plugins, or single taps as `plugin: tap`",
    });
  }
  return tap;
}

const TAP_OPTIONS: readonly string[] = ["name", "stage", "before", "timeoutMs", "onFailure"];

/** A word that was not understood would let pass what the tap was to keep back. */
function checkOnFailure(hook: HookName, label: string, onFailure: unknown): void {
  if (onFailure === undefined) return;
  if (hook !== "postToolUse" && hook !== "mapResult") {
    throw refused(`${label} declares \`onFailure\`, which means nothing there`, {
      hint: "leave it out; only taps on `postToolUse` and `mapResult` have it",
    });
  }
  if (onFailure === "continue" || onFailure === "withhold") return;
  throw refused(`${label} declares \`onFailure\` as ${String(onFailure)}`, {
    hint: "use `continue` or `withhold`",
  });
}

const refused = (message: string, detail: { readonly hint?: string } = {}): GauntletError =>
  new GauntletError("GNT_HOOK_TAP", message, detail);
