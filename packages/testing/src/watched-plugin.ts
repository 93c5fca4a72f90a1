import { isDeepStrictEqual } from "node:util";
import {
  type Behavior,
  HOOK_NAMES,
  type Hook,
  type HookName,
  type Hooks,
  messageOf,
  type Plugin,
  type TapFunction,
  type TapOptions,
  type TapScope,
} from "@gauntlet/core";
import { judgeAct, judgeAnswer } from "./tap-checks.ts";

/** A tap that was registered. */
export interface WatchedTap {
  readonly hook: HookName;
  readonly tap: string;
}

/** A vote of a tap, as it was cast. */
export interface SeenVote extends WatchedTap {
  readonly tool: string;
  readonly behavior: Behavior;
  readonly why: string;
  readonly effect?: number;
}

/** A plugin that behaves as the one it stands for, and what was seen of its taps. */
export interface WatchedPlugin {
  readonly plugin: Plugin;
  readonly taps: readonly WatchedTap[];
  /** Taps that ran. */
  readonly ran: ReadonlySet<string>;
  /** Votes since this was last asked. */
  takeVotes(): readonly SeenVote[];
  /** What taps did that they must not, each said once. */
  problems(): readonly string[];
}

/** How a plugin is watched. */
interface Watch {
  /** Runs every tap inside, so that what it leaves behind is known to be the plugin's. */
  readonly within: <T>(work: () => T) => T;
  /** Milliseconds a tap may take. */
  readonly tapLimitMs: number;
}

export const nameOf = ({ hook, tap }: WatchedTap): string => `tap \`${tap}\` on \`${hook}\``;

/** Puts eyes on all taps of a plugin. */
export function watchPlugin(original: Plugin, watch: Watch): WatchedPlugin {
  const taps: WatchedTap[] = [];
  const ran = new Set<string>();
  const problems = new Set<string>();
  let votes: SeenVote[] = [];
  let isApplied = false;

  const door = <V>(hook: HookName, real: Hook<V, unknown>): Hook<V, unknown> => {
    const add = (options: string | TapOptions, fn: TapFunction<V, unknown>): void => {
      const tap: WatchedTap = { hook, tap: typeof options === "string" ? options : String(options?.name) };
      if (isApplied)
        return void problems.add(`${nameOf(tap)} came after \`apply\` was over and is not heard`);
      taps.push(tap);
      const watched = typeof fn === "function" ? watchTap(tap, fn) : fn;
      real.tap(options, watched);
    };
    return Object.freeze({ ...real, tap: add, tapPromise: add });
  };

  const watchTap = <V>(tap: WatchedTap, fn: TapFunction<V, unknown>): TapFunction<V, unknown> => {
    const note = (problem: string | undefined): void =>
      void (problem && problems.add(`${nameOf(tap)} ${problem}`));
    return async (value: V, scope: TapScope) => {
      ran.add(nameOf(tap));
      const seen = watchValue(value as object, {
        note,
        hook: tap.hook,
        onVote: (vote) => void votes.push({ ...tap, ...vote }),
      });
      try {
        const answer = await answerInTime(
          watch.within(() => fn(seen.value as V, scope)),
          watch.tapLimitMs,
        );
        seen.end();
        note(judgeAnswer(tap.hook, seen.before, answer));
        return answer as never;
      } catch (thrown) {
        seen.end();
        note(thrown instanceof Silence ? thrown.message : `threw: ${messageOf(thrown)}`);
        throw thrown;
      }
    };
  };

  const plugin = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(original),
      apply: {
        enumerable: true,
        value: (scope: Parameters<Plugin["apply"]>[0]) => {
          isApplied = false;
          const entries = HOOK_NAMES.map((hook) => [
            hook,
            door(hook, scope.hooks[hook] as Hook<unknown, unknown>),
          ]);
          try {
            return watch.within(() =>
              original.apply(
                Object.freeze({ ...scope, hooks: Object.freeze(Object.fromEntries(entries)) as Hooks }),
              ),
            );
          } finally {
            isApplied = true;
          }
        },
      },
    },
  ) as Plugin;
  return {
    plugin: Object.freeze(plugin),
    taps,
    ran,
    takeVotes() {
      const taken = votes;
      votes = [];
      return taken;
    },
    problems: () => [...problems],
  };
}

class Silence extends Error {}

async function answerInTime<T>(answer: T, limitMs: number): Promise<Awaited<T>> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silence(`gave no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

interface ValueWatch {
  readonly hook: HookName;
  readonly note: (problem: string | undefined) => void;
  readonly onVote: (vote: Omit<SeenVote, keyof WatchedTap>) => void;
}

/** The value a tap is given, with eyes on what is done to it. */
function watchValue(value: object, { hook, note, onVote }: ValueWatch) {
  let isOver = false;
  const before = snapshotOf(value);
  const seen = new Proxy(value, {
    get(target, key) {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        if (isOver)
          return note(`calls \`${String(key)}\` when it has answered already; await what comes before it`);
        note(judgeAct(String(key), args, target));
        if (key === "vote") onVote(voteOf(args, target));
        return (member as (...given: unknown[]) => unknown)(...args);
      };
    },
    set: (_, key) => {
      note(
        `sets \`${String(key)}\` of its value in place; ${hook === "preToolUse" ? "call `rewrite`" : "give a copy back"}`,
      );
      return true;
    },
  });
  return {
    value: seen,
    before,
    end() {
      isOver = true;
      if (!isDeepStrictEqual(before, snapshotOf(value)))
        note("changes what it was given in place; give a copy back, or call `rewrite`");
    },
  };
}

/** What of a value must be as it was: its plain members and lists, not the methods that act on it. */
function snapshotOf(value: object): Readonly<Record<string, unknown>> {
  const { block, entries, notes, outcome, call } = value as Readonly<Record<string, unknown>>;
  return {
    ...(block !== undefined && { block: copyOf(block) }),
    ...(Array.isArray(entries) && { entries: entries.map((entry: object) => ({ ...entry })) }),
    ...(Array.isArray(notes) && { notes: [...notes] }),
    ...(outcome !== undefined && { outcome }),
    ...(call !== undefined && { call }),
  };
}

function copyOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
}

function voteOf(
  [behavior, why, options]: readonly unknown[],
  value: object,
): Omit<SeenVote, keyof WatchedTap> {
  const { call } = value as { readonly call?: { readonly tool?: { readonly name?: string } } };
  const { effect } = (options ?? {}) as { readonly effect?: number };
  return {
    tool: call?.tool?.name ?? "",
    behavior: behavior as Behavior,
    why: String(why),
    ...(effect !== undefined && { effect }),
  };
}
