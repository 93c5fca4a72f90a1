import {
  type Behavior,
  type Explanation,
  isPlugin,
  type Mode,
  messageOf,
  type OutcomeKind,
  type Plugin,
  type SettledCall,
} from "@gauntlet/core";
import { textOf } from "./call-pairs.ts";
import { type HookRoom, openHookRoom, type PlayedCall, type RoomRules, requestOf } from "./hook-room.ts";
import { type LeakWatch, watchLeaks } from "./leaks.ts";
import { changedPaths, inScratch, takeSnapshot } from "./scratch-files.ts";
import { nameOf, type SeenVote, type WatchedPlugin, watchPlugin } from "./watched-plugin.ts";

/** One call a plugin sees, and what must become of it. Whatever is left out is not looked at. */
export interface HookCase {
  readonly call: PlayedCall;
  /** Files of the scratch directory before the call: relative path to content. The directory is the working directory. */
  readonly files?: Readonly<Record<string, string>>;
  /** Calls made before in the same session. */
  readonly first?: readonly PlayedCall[];
  /** Default: every tool is allowed by name. */
  readonly rules?: RoomRules;
  /** Default `default`. */
  readonly mode?: Mode;
  /** What is decided; an ask is answered yes when the call is made. */
  readonly expect?: Behavior;
  /** What a vote of the plugin must give as its reason. */
  readonly because?: string | RegExp;
  readonly outcome?: OutcomeKind;
  /** What the text that the model reads must hold. */
  readonly result?: string | RegExp;
  /** The tool is not in the pool. */
  readonly hidden?: boolean;
}

/** What a plugin needs beside its cases. */
export interface HookTesterOptions {
  /** Packs whose tools are used; a tool none of them brings is played. */
  readonly packs?: readonly Plugin[];
  /** Milliseconds each tap may take, whatever it declares. Default 2,000. */
  readonly tapLimitMs?: number;
  /** Accepts an allow for calls the plugin knows nothing of. Default false. */
  readonly mayAllowAnything?: boolean;
}

const TAP_LIMIT_MS = 2_000;

/** A call no plugin can know anything of. */
const STRANGER: PlayedCall = { tool: "Tool_nobody_knows", input: { a: 1 }, effects: "unknown" };

/**
 * Proves the taps of a plugin: it can be put together, every tap runs in some case, answers in its time, says why it
 * votes, gives back only what core takes, leaves what it was given as it was, votes the same when asked again, changes
 * nothing while a call is decided, and does not allow what it cannot know; every case comes to what it names, and no
 * process, timer or connection is left when the session is over.
 * @throws Error that lists everything found wrong, one line each.
 */
export async function hookTester(
  plugin: Plugin,
  cases: readonly HookCase[],
  options: HookTesterOptions = {},
): Promise<void> {
  if (!isPlugin(plugin)) throw new Error("hookTester was given something that `definePlugin` did not make");
  const leaks = watchLeaks();
  const { tapLimitMs = TAP_LIMIT_MS } = options;
  const ran = new Set<string>();
  const problems: string[] = [];
  const taps = new Set<string>();
  /** One plugin object serves many sessions, so each case has its own watch over the same one. */
  const play = async (label: string, one: HookCase, work: Work): Promise<void> => {
    const watched = watchPlugin(plugin, { within: leaks.within, tapLimitMs });
    const found = await inScratch((root) => playCase({ watched, one, options, root, leaks }, work));
    for (const tap of watched.taps) taps.add(nameOf(tap));
    if (label !== "") for (const tap of watched.ran) ran.add(tap);
    problems.push(...found.map((problem) => `${label}${problem}`));
  };
  try {
    for (const [i, one] of cases.entries())
      await play(`case ${i + 1} (${callText(one.call)}): `, one, judgeCase);
    if (problems.length === 0 && !options.mayAllowAnything)
      await play("", { call: STRANGER, rules: {} }, strangerProblems);
  } finally {
    leaks.end();
  }
  if (cases.length === 0) problems.push("no case is given");
  else if (taps.size === 0 && problems.length === 0) problems.push("it taps no hook");
  problems.push(...[...taps].filter((tap) => !ran.has(tap)).map((tap) => `${tap} runs in no case`));
  if (problems.length > 0) {
    const lines = [...new Set(problems)].map((problem) => `- ${problem}`);
    throw new Error(`plugin \`${plugin.name}\`:\n${lines.join("\n")}`);
  }
}

interface Play {
  readonly watched: WatchedPlugin;
  readonly one: HookCase;
  readonly options: HookTesterOptions;
  readonly root: string;
  readonly leaks: LeakWatch;
}

type Work = (room: HookRoom, play: Play) => Promise<readonly string[]>;

async function playCase(play: Play, work: Work): Promise<readonly string[]> {
  const { watched, one, options, root, leaks } = play;
  const { call, first = [], files = {}, rules, mode } = one;
  let room: HookRoom;
  try {
    room = await openHookRoom({
      plugin: watched.plugin,
      packs: options.packs ?? [],
      calls: [call, ...first],
      ...{ root, files },
      ...(rules && { rules }),
      ...(mode !== undefined && { mode }),
    });
  } catch (thrown) {
    return [`it cannot be put together: ${messageOf(thrown)}`];
  }
  const found: string[] = [];
  try {
    found.push(...(await work(room, play)));
  } catch (thrown) {
    found.push(messageOf(thrown));
  } finally {
    await room.session.close().catch((thrown: unknown) => void found.push(messageOf(thrown)));
  }
  return [...watched.problems(), ...found, ...(await leaks.leaks(root))];
}

const judgeCase: Work = async ({ session, cwd }, { watched, one }) => {
  const { call, first = [] } = one;
  for (const before of first) await session.call([requestOf(before)]);
  watched.takeVotes();
  const pool = await session.tools();
  const before = await takeSnapshot(cwd);
  const explained = await session.explain(requestOf(call));
  const votes = watched.takeVotes();
  await session.explain(requestOf(call));
  const again = watched.takeVotes();
  const early = changedPaths(before, await takeSnapshot(cwd));
  const [settled] = await session.call([requestOf(call)]);
  const isShown = pool.find(call.tool) !== undefined;
  return [
    ...(one.hidden === undefined || one.hidden !== isShown
      ? []
      : [isShown ? "the tool is in the pool" : "the tool is hidden"]),
    ...early.map((path) => `deciding about the call changed \`${path}\``),
    ...changedVotes(votes, again),
    ...decisionProblems(one, explained, votes),
    ...outcomeProblems(one, settled as SettledCall, watched),
  ];
};

/** A vote is taken more than once in the life of a call. */
function changedVotes(votes: readonly SeenVote[], again: readonly SeenVote[]): readonly string[] {
  const textsOf = (of: readonly SeenVote[], tap: string): string =>
    JSON.stringify(
      of.filter((vote) => nameOf(vote) === tap).map(({ behavior, effect }) => [behavior, effect]),
    );
  const taps = new Set([...votes, ...again].map(nameOf));
  return [...taps]
    .filter((tap) => textsOf(votes, tap) !== textsOf(again, tap))
    .map((tap) => `${tap} votes otherwise when it is asked about the same call again`);
}

function decisionProblems(
  { expect, because }: HookCase,
  explained: Explanation,
  votes: readonly SeenVote[],
): readonly string[] {
  const reasons = votes.map(({ behavior, why }) => `${behavior}: ${why}`);
  const said = reasons.length === 0 ? "the plugin did not vote" : `the plugin voted ${reasons.join("; ")}`;
  const behavior = "decision" in explained ? explained.decision.behavior : undefined;
  const found =
    "decision" in explained ? `is decided as \`${behavior}\`` : `is not decided: ${explained.message}`;
  return [
    ...(expect === undefined || expect === behavior ? [] : [`${found}, not \`${expect}\`; ${said}`]),
    ...(because === undefined || votes.some(({ why }) => holds(why, because))
      ? []
      : [`no vote says ${String(because)}; ${said}`]),
  ];
}

function outcomeProblems(
  { call, outcome, result }: HookCase,
  settled: SettledCall,
  { plugin }: WatchedPlugin,
): readonly string[] {
  const text = textOf(settled.block);
  const wasRewritten = settled.outcome === "invalid" && outcome !== "invalid";
  return [
    ...(wasRewritten
      ? [
          `\`${plugin.name}\` objects, or rewrote the input to one that \`${call.tool}\` does not take: ${text}`,
        ]
      : outcome === undefined || settled.outcome === outcome
        ? []
        : [`ended as \`${settled.outcome}\`, not \`${outcome}\`: ${text}`]),
    ...(result === undefined || holds(text, result)
      ? []
      : [`the result does not hold ${String(result)}: ${text}`]),
  ];
}

const strangerProblems: Work = async ({ session }, { watched }) => {
  await session.explain(requestOf(STRANGER));
  return watched
    .takeVotes()
    .filter(({ behavior }) => behavior === "allow")
    .map(
      (vote) => `${nameOf(vote)} allows a call of a tool nobody knows that says nothing of what it touches`,
    );
};

const holds = (text: string, part: string | RegExp): boolean =>
  typeof part === "string" ? text.includes(part) : text.search(part) !== -1;

const callText = ({ tool, input = {} }: PlayedCall): string => `${tool} ${JSON.stringify(input)}`;
