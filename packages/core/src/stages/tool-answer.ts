import { inTime } from "../in-time.ts";

/** How long a tool may take to say what it touches or what it thinks of a call; then it counts as failed. */
const TOOL_ANSWER_TIMEOUT_MS = 30_000;

/** What a tool says about a call before it runs. Tools that answer at once cost no timer. */
export const toolAnswer = async <T>(answer: T | PromiseLike<T>): Promise<T> =>
  isPending(answer) ? inTime(answer, TOOL_ANSWER_TIMEOUT_MS) : answer;

const isPending = <T>(answer: T | PromiseLike<T>): answer is PromiseLike<T> =>
  typeof (answer as PromiseLike<T> | undefined)?.then === "function";
