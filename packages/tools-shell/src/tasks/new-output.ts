import { StringDecoder } from "node:string_decoder";
import { setImmediate as nextTurn } from "node:timers/promises";
import { MAX_RESULT_BYTES } from "../limits.ts";
import { messages } from "../messages.ts";
import { matchLines } from "./match-lines.ts";
import type { Task } from "./run-task.ts";

/** What a task printed since the model last looked. */
export interface NewOutput {
  readonly text: string;
  /** Bytes of it that are left out before the text, because it is too much for one result. */
  readonly leftOut: number;
}

const CHUNK_BYTES = 256 * 1024;
/** Leaves room in the result for what is said beside it. */
const SHOWN_BYTES = MAX_RESULT_BYTES - 2_000;
const MATCH_LIMIT_MS = 500;

/**
 * Gives what a task printed since the last time, and counts it as shown. Of much output the end is given.
 * @param filter regular expression; only lines that match are given, the others count as shown too.
 * @throws Error for the model when the filter takes too long; then nothing counts as shown.
 */
export async function takeNewOutput(task: Task, filter?: string): Promise<NewOutput> {
  const { log } = task;
  const [from, to] = [task.shown, log.bytes];
  if (filter === undefined) {
    const start = Math.max(from, to - SHOWN_BYTES);
    const text = log.read(start, to - start).toString("utf8");
    task.shown = to;
    const whole = start === from ? text : fromLineStart(text);
    return { text: whole + task.pendingLine(), leftOut: to - from - Buffer.byteLength(whole) };
  }
  let text = "";
  let leftOut = 0;
  for await (const lines of linesOf(task, from, to)) {
    const matched = matchLines(lines, filter, MATCH_LIMIT_MS);
    if ("problem" in matched) throw new Error(messages.patternSlow);
    text += matched.lines.map((line) => `${line}\n`).join("");
    const tooMuch = Buffer.byteLength(text) - SHOWN_BYTES;
    if (tooMuch <= 0) continue;
    const kept = fromLineStart(Buffer.from(text).subarray(tooMuch).toString("utf8"));
    leftOut += Buffer.byteLength(text) - Buffer.byteLength(kept);
    text = kept;
  }
  task.shown = to;
  return { text, leftOut };
}

/** The lines between two places, in bounded pieces. A last line that has not ended counts as one. */
export async function* linesOf(
  task: Task,
  from: number,
  to: number,
): AsyncGenerator<readonly string[], void> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for (let at = from; at < to; ) {
    const bytes = task.log.read(at, Math.min(CHUNK_BYTES, to - at));
    if (bytes.length === 0) break;
    at += bytes.length;
    const lines = (rest + decoder.write(bytes)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > CHUNK_BYTES) {
      lines.push(rest);
      rest = "";
    }
    yield lines;
    await nextTurn();
  }
  if (rest !== "") yield [rest];
}

const fromLineStart = (text: string): string => {
  const end = text.indexOf("\n");
  return end < 0 ? text.replace(/^\ufffd+/, "") : text.slice(end + 1);
};
