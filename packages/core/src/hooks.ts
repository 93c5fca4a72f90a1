import { AsyncSeriesWaterfallHook } from "tapable";
import type { Hook, HookName, Hooks, TapFunction, TapOptions } from "./contract/hook.ts";
import { HOOK_NAMES } from "./contract/hook.ts";
import { GauntletError, HookError, type TapOrigin } from "./errors.ts";
import { inTime, TooLate } from "./in-time.ts";

const TAP_TIMEOUT_MS = 30_000;

/** What a Node timer can hold; anything longer fires at once. */
const MAX_TIMEOUT_MS = 2_147_483_647;

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
 * One run over a hook's taps, in registration order.
 * `onFailure` decides what a throwing or silent tap means; it may throw to stop the run.
 */
export interface HookRun<V> {
  readonly onFailure: (failure: TapFailure, value: V) => V;
  /** Makes what one tap is given, so that whatever it does, whenever it does it, is stamped with its own origin. */
  readonly viewFor?: (value: V, origin: TapOrigin) => V;
}

interface Runner<V> {
  run(value: V, how: HookRun<V>): Promise<V>;
  door(owner: TapOwner): Hook<V, unknown>;
}

type HookKind = "series" | "waterfall";

/**
 * Makes one hook. tapable does the sequencing; this wrapper closes its traps: every tap is awaited however it was
 * added, callbacks are refused, `null` means no answer, failures carry their origin, and silence times out.
 * A series is a waterfall whose value the taps cannot replace.
 */
function defineHook<V>(name: HookName, kind: HookKind): Runner<V> {
  const hook = new AsyncSeriesWaterfallHook<[V, HookRun<V>]>(["value", "run"], name);

  const add = (owner: TapOwner, options: string | TapOptions, fn: TapFunction<V, unknown>): void => {
    const {
      name: tap,
      timeoutMs = TAP_TIMEOUT_MS,
      onFailure = "continue",
    } = checkedOptions(name, options, fn);
    const origin: TapOrigin = Object.freeze({ hook: name, tap, ...owner });
    const withhold = onFailure === "withhold" || (owner.source === "managed" && onFailureUnset(options));
    hook.tapPromise(tap, async (value: V, run: HookRun<V>) => {
      try {
        const view = run.viewFor?.(value, origin) ?? value;
        const answer = await inTime(fn(view), timeoutMs);
        return kind === "waterfall" && answer !== null && answer !== undefined ? (answer as V) : value;
      } catch (cause) {
        const code = cause instanceof TooLate ? "GNT_HOOK_TIMEOUT" : "GNT_HOOK_THREW";
        return run.onFailure({ error: new HookError(code, origin, cause), withhold }, value);
      }
    });
  };

  return {
    run: async (value, how) => (hook.isUsed() ? hook.promise(value, how) : value),
    door: (owner) =>
      Object.freeze({
        name,
        tap: (options: string | TapOptions, fn: TapFunction<V, unknown>) => add(owner, options, fn),
        tapPromise: (options: string | TapOptions, fn: TapFunction<V, unknown>) => add(owner, options, fn),
        tapAsync: () => {
          throw new GauntletError("GNT_HOOK_TAP", `\`tapAsync\` was called on \`${name}\``, {
            hint: "use `tap`; a tap that returns a promise is awaited",
          });
        },
      }),
  };
}

/** The core's side of the seven hooks: `run` for stages, `doors` for plugins. */
export interface HookTable {
  run<N extends HookName>(name: N, value: HookValue<N>, how: HookRun<HookValue<N>>): Promise<HookValue<N>>;
  /** A frozen set of hooks on which every tap is stamped with this owner. */
  doors(owner: TapOwner): Hooks;
}

type HookValue<N extends HookName> = Hooks[N] extends Hook<infer V, infer _R> ? V : never;

const KINDS: Record<HookName, HookKind> = {
  buildPool: "waterfall",
  schedule: "series",
  validate: "series",
  preToolUse: "series",
  permission: "series",
  postToolUse: "waterfall",
  mapResult: "waterfall",
};

export function createHookTable(): HookTable {
  const runners = Object.fromEntries(
    HOOK_NAMES.map((name) => [name, defineHook<unknown>(name, KINDS[name])]),
  ) as Record<HookName, Runner<unknown>>;
  return {
    run: (name, value, how) => runners[name].run(value, how as HookRun<unknown>) as Promise<typeof value>,
    doors: (owner) =>
      Object.freeze(
        Object.fromEntries(HOOK_NAMES.map((name) => [name, runners[name].door(owner)])),
      ) as unknown as Hooks,
  };
}

function checkedOptions(hook: HookName, options: string | TapOptions, fn: unknown): TapOptions {
  const tap = typeof options === "string" ? { name: options } : options;
  if (typeof tap?.name !== "string" || tap.name.trim() === "") {
    throw new GauntletError("GNT_HOOK_TAP", `a tap on \`${hook}\` has no name`, {
      hint: "pass a name or `{ name }` first: failures and votes are reported under it",
    });
  }
  if (typeof fn !== "function") {
    throw new GauntletError("GNT_HOOK_TAP", `tap \`${tap.name}\` on \`${hook}\` is not a function`);
  }
  const { timeoutMs } = tap;
  if (
    timeoutMs !== undefined &&
    !(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS && typeof timeoutMs === "number")
  ) {
    throw new GauntletError(
      "GNT_HOOK_TAP",
      `tap \`${tap.name}\` on \`${hook}\` declares \`timeoutMs\` as ${String(timeoutMs)}`,
      { hint: `use a number above 0, at most ${MAX_TIMEOUT_MS}` },
    );
  }
  return tap;
}

const onFailureUnset = (options: string | TapOptions): boolean =>
  typeof options === "string" || options.onFailure === undefined;
