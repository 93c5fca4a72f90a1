import { homedir } from "node:os";
import { join } from "node:path";
import {
  ConfigError,
  deleteSession,
  type JournalEntry,
  type Mode,
  messageOf,
  type PromptBlock,
  readJournal,
  type Session,
  stateDirectory,
} from "@gauntlet/core";
import { type RecordedPrompt, recordedSession } from "@gauntlet/testing";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { withInterrupt } from "../interrupt.ts";
import { readSession } from "../read-session.ts";
import { type Difference, firstDifference } from "../replay/compare-calls.ts";
import { recordedAnswerer, recordedCalls } from "../replay/recorded-calls.ts";
import { createRecordedModel, type RecordedModel } from "../replay/recorded-model.ts";
import { withRecordedTools } from "../replay/recorded-tools.ts";
import { prepareRun, type RunExtras, type RunOptions } from "../run-options.ts";
import { shortId } from "../session-text.ts";
import { createTerminalAnswerer, hasPerson } from "../terminal-answerer.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { workingDirectory } from "../working-directory.ts";
import { replayUnderPolicy } from "./replay-policy.ts";

/** The flags of `replay`. */
export interface ReplayOptions extends RunOptions {
  readonly policy?: string;
  readonly realTools?: boolean;
  readonly json?: boolean;
}

/** `gauntlet replay`: a session once more, or its calls under another policy. */
export async function runReplay(ids: readonly string[], options: ReplayOptions): Promise<ExitCode> {
  const { policy, json = false } = options;
  if (policy !== undefined) return replayUnderPolicy(ids, { policy, json });
  const [id = "", ...more] = ids;
  if (more.length > 0) {
    throw new ConfigError("GNT_CONFIG_INVALID", "one session is played at a time", {
      hint: "name one, or add `--policy <file>` to judge the calls of several",
    });
  }
  return playAgain(id, options);
}

async function playAgain(given: string, options: ReplayOptions): Promise<ExitCode> {
  const state = stateDirectory(process.env, homedir());
  const { entries, ...files } = await readSession(given);
  const recording = recordedSession(entries);
  if (recording.prompts.length === 0) {
    throw new ConfigError("GNT_CONFIG_INVALID", `session \`${files.id}\` has no prompt to play again`, {
      hint: "judge its calls with `--policy <file>`",
    });
  }
  const calls = recordedCalls(entries);
  const model = createRecordedModel(modelIn(entries));
  const cwd = workingDirectory(options.cwd ?? recording.cwd);
  const { gauntlet } = await prepareRun(
    { ...options, cwd, permissionMode: options.permissionMode ?? modeIn(entries), addDir: options.addDir },
    extrasFor(options, { model, calls, results: files.results, entries }),
  );
  const session = await gauntlet.session(recording.history ? { messages: recording.history } : {});
  try {
    const until = await withInterrupt((signal) =>
      play(session, { prompts: recording.prompts, model, signal }),
    );
    if (until === "interrupted") return EXIT.interrupted;
    await session.close();
    const journal = join(session.directory, "journal.jsonl");
    const now = (await readJournal(journal)).entries;
    const difference = firstDifference(
      { prompts: recording.prompts, calls, results: files.results },
      {
        prompts: recordedSession(now).prompts,
        calls: recordedCalls(now),
        results: join(session.directory, "results"),
      },
      { until, withResults: options.realTools === true },
    );
    report(files.id, { played: until, calls: calls.size, difference }, options.json === true);
    return difference === undefined ? EXIT.done : EXIT.failed;
  } finally {
    await session.close().catch(() => undefined);
    await remove(state, session);
  }
}

interface Recording {
  readonly model: RecordedModel;
  readonly calls: ReturnType<typeof recordedCalls>;
  readonly results: string;
  readonly entries: readonly JournalEntry[];
}

/** A yes of then is no yes to run something now: with real tools whoever sits at the terminal is asked. */
function extrasFor(options: ReplayOptions, { model, calls, results, entries }: Recording): RunExtras {
  const common = { model: () => model, readable: [results] };
  if (!options.realTools) {
    const wasHeadless = entries.some(({ event }) => event.type === "call.decided" && event.decision.headless);
    return {
      ...common,
      answerers: [recordedAnswerer(calls)],
      headless: wasHeadless,
      packs: (plugin) => withRecordedTools(plugin, calls),
    };
  }
  const isAttended = hasPerson() && !options.headless;
  const person = createTerminalAnswerer({ input: process.stdin, output: process.stderr });
  return { ...common, answerers: isAttended ? [person] : [], headless: !isAttended };
}

const modelIn = (entries: readonly JournalEntry[]): string =>
  entries.flatMap(({ event }) => (event.type === "message.started" ? [event.model] : []))[0] ?? "recorded";

const modeIn = (entries: readonly JournalEntry[]): Mode =>
  entries.flatMap(({ event }) => (event.type === "session.started" ? [event.mode] : []))[0] ?? "default";

/** @returns how many prompts were played: those up to the first that the recording does not end. */
async function play(
  session: Session,
  how: {
    readonly prompts: readonly RecordedPrompt[];
    readonly model: RecordedModel;
    readonly signal: AbortSignal;
  },
): Promise<number | "interrupted"> {
  for (const [index, prompt] of how.prompts.entries()) {
    how.model.begin(prompt);
    try {
      for await (const _ of session.prompt(prompt.content as readonly PromptBlock[], { signal: how.signal }));
    } catch (thrown) {
      process.stderr.write(`gauntlet: prompt ${index + 1}: ${visibleLine(messageOf(thrown))}\n`);
    }
    if (how.signal.aborted) return "interrupted";
    if (prompt.end === undefined) return index + 1;
  }
  return how.prompts.length;
}

function report(
  id: string,
  { played, calls, difference }: { played: number; calls: number; difference: Difference | undefined },
  json: boolean,
): void {
  if (json) {
    process.stdout.write(
      `${visibleJson({ session: id, prompts: played, calls, difference: difference ?? null }, 2)}\n`,
    );
    return;
  }
  const what = `${played} ${played === 1 ? "prompt" : "prompts"} with ${calls} ${calls === 1 ? "call" : "calls"}`;
  if (difference === undefined) {
    process.stdout.write(`${shortId(id)} runs as it did: ${what}\n`);
    return;
  }
  const { prompt, call, tool, what: kind, before, after } = difference;
  const about = call === undefined ? "its end" : `call ${call} of ${tool}, its ${kind}`;
  const at = partingOf(before, after);
  const lines = [
    `${shortId(id)} runs otherwise from prompt ${prompt} on: ${about}`,
    `  then  ${shortened(before, at)}`,
    `  now   ${shortened(after, at)}`,
  ];
  process.stdout.write(lines.map((line) => `${visibleLine(line)}\n`).join(""));
}

const BEFORE = 40;
const SHOWN = 200;

/** Where two texts part, less what is shown before that. */
function partingOf(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return Math.max(0, at - BEFORE);
}

const shortened = (text: string, from: number): string =>
  `${from > 0 ? "…" : ""}${text.slice(from, from + SHOWN)}${from + SHOWN < text.length ? "…" : ""}`;

async function remove(state: string, { id, directory }: Session): Promise<void> {
  const files = {
    id,
    directory,
    journal: join(directory, "journal.jsonl"),
    results: join(directory, "results"),
  };
  await deleteSession(state, files).catch((thrown: unknown) => {
    process.stderr.write(
      `gauntlet: the replayed session ${shortId(id)} stays: ${visibleLine(messageOf(thrown))}\n`,
    );
  });
}
