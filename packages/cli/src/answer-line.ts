import { messageOf } from "@gauntlet/core";

/** The answer line of a request. Whatever goes wrong on the way is its answer: one request ends no conversation. */
export async function answerLine(id: unknown, work: () => Promise<object>): Promise<object> {
  try {
    return { id, ...(await work()) };
  } catch (thrown) {
    return { id, outcome: "failed", error: messageOf(thrown) };
  }
}
