import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { JournalEntry, SessionEvent } from "../contract/event.ts";
import { isToolUse } from "../contract/message.ts";
import { looseEntry } from "./loose-entry.ts";
import { readLines } from "./read-lines.ts";
import { allSessions, journalsOf, newestFirst, type SessionFiles, sessionsOf } from "./session-store.ts";

/** Whose words a text is found in. */
export type FoundIn = "prompt" | "model" | "input" | "result";

/** A place where a text was found. */
export interface SessionHit {
  /** For a place in the conversation of an agent the session it works for. */
  readonly session: string;
  /** Absolute path of the file: the journal, or a spilled result. */
  readonly file: string;
  /** 1-based, in that file. */
  readonly line: number;
  /** Number of the entry; missing in a spilled result. */
  readonly seq?: number;
  readonly in: FoundIn;
  /** The whole text it stands in, masked. */
  readonly text: string;
  /** Where in `text` it begins; missing when it is part of what was masked. */
  readonly at?: number;
}

/** Where is looked, and how what is found is shown. */
export interface SearchOptions {
  /** Only sessions of this working directory. Default: of all. */
  readonly cwd?: string;
  /** Takes secrets out of a value before its texts are given. Default: takes out nothing. */
  readonly mask?: (value: unknown) => unknown;
}

/**
 * Looks for a text in prompts, in what models wrote, in inputs and results of calls, whichever the case of its letters;
 * in the sessions written last first and in those of their agents. Journals and spilled results are streamed line by line and chains are not
 * checked; what cannot be read is passed over. A text is found once in each text it stands in.
 */
export async function* searchSessions(
  stateDirectory: string,
  text: string,
  { cwd, mask = (value) => value }: SearchOptions = {},
): AsyncGenerator<SessionHit, void, undefined> {
  const pattern = new RegExp(text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "iu");
  const sessions =
    cwd === undefined ? await allSessions(stateDirectory) : await sessionsOf(stateDirectory, cwd);
  for (const session of await newestFirst(sessions)) {
    for (const journal of journalsOf(session))
      yield* searchJournal({ ...session, journal }, { pattern, mask });
    yield* searchResults(session, { pattern, mask });
  }
}

interface Search {
  readonly pattern: RegExp;
  readonly mask: (value: unknown) => unknown;
}

async function* searchJournal(
  { id, journal }: SessionFiles,
  { pattern, mask }: Search,
): AsyncGenerator<SessionHit> {
  const ofModel = new Set<string>();
  for await (const { content, line } of numberedLines(journal)) {
    const entry = readEntry(content);
    if (!entry) continue;
    const { event, seq } = entry;
    if (event.type === "block.completed" && event.block && isToolUse(event.block))
      ofModel.add(event.block.id);
    // The input a call of the model runs with was there before.
    if (event.type === "call.intent" && ofModel.has(event.call)) continue;
    const texts = textsOf(event).map((text, index) => ({ ...text, index }));
    const found = texts.filter(({ text }) => pattern.test(text));
    // Masked whole: what a member is called says whether it is a secret.
    const shown = found.length === 0 ? [] : textsOf(mask(event) as SessionEvent);
    for (const { in: where, index } of found)
      yield { session: id, file: journal, line, seq, in: where, ...placed(shown[index]?.text, pattern) };
  }
}

async function* searchResults(
  { id, results }: SessionFiles,
  { pattern, mask }: Search,
): AsyncGenerator<SessionHit> {
  for (const name of (await readdir(results).catch(() => [])).sort()) {
    const file = join(results, name);
    const isFile = await lstat(file).then(
      (there) => there.isFile(),
      () => false,
    );
    for await (const { content, line } of isFile ? numberedLines(file) : []) {
      if (pattern.test(content))
        yield { session: id, file, line, in: "result", ...placed(mask(content), pattern) };
    }
  }
}

function placed(shown: unknown, pattern: RegExp): Pick<SessionHit, "text" | "at"> {
  const text = typeof shown === "string" ? shown : "";
  const at = text.search(pattern);
  return at < 0 ? { text } : { text, at };
}

async function* numberedLines(
  path: string,
): AsyncGenerator<{ readonly content: string; readonly line: number }> {
  let line = 0;
  try {
    for await (const content of readLines(createReadStream(path))) {
      line += 1;
      yield { content, line };
    }
  } catch {
    // A file that cannot be read any further holds no more.
  }
}

const HOLDS_TEXT =
  /"type":"(prompt\.submitted|history\.loaded|block\.completed|call\.(rewritten|intent|settled)|results\.sent)"/;

function readEntry(line: string): JournalEntry | undefined {
  // Parsing is what costs.
  return HOLDS_TEXT.test(line) ? looseEntry(line) : undefined;
}

interface FoundText {
  readonly in: FoundIn;
  readonly text: string;
}

function textsOf(event: SessionEvent): readonly FoundText[] {
  switch (event.type) {
    case "prompt.submitted":
      return blockTexts(event.content, "prompt");
    case "history.loaded":
      return list(event.messages).flatMap((message) =>
        blockTexts(message?.content, message?.role === "assistant" ? "model" : "prompt"),
      );
    case "block.completed":
      return blockTexts([event.block], "model");
    case "call.rewritten":
    case "call.intent":
      return leaves(event.input).map((text) => ({ in: "input", text }));
    case "call.settled":
      return blockTexts([event.result], "result");
    case "results.sent":
      return list(event.texts).flatMap((text) => (typeof text === "string" ? [{ in: "result", text }] : []));
    default:
      return [];
  }
}

function blockTexts(content: unknown, speaker: FoundIn): readonly FoundText[] {
  return list(content).flatMap((block): readonly FoundText[] => {
    if (block?.type === "tool_use") return leaves(block.input).map((text) => ({ in: "input", text }));
    if (block?.type === "tool_result")
      return typeof block.content === "string"
        ? [{ in: "result", text: block.content }]
        : blockTexts(block.content, "result");
    const text: unknown = block?.text ?? block?.thinking;
    return typeof text === "string" ? [{ in: speaker, text }] : [];
  });
}

/** All texts and numbers in a value, in their order, however deep they are. */
function leaves(value: unknown): readonly string[] {
  const found: string[] = [];
  const waiting = [value];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part === "string" || typeof part === "number") found.push(String(part));
    if (typeof part === "object" && part !== null)
      for (const member of Object.values(part).reverse()) waiting.push(member);
  }
  return found;
}

// biome-ignore lint/suspicious/noExplicitAny: what a journal holds is looked at member by member
const list = (value: unknown): readonly any[] => (Array.isArray(value) ? value : []);
