import { messageOf, type Session } from "@gauntlet/core";
import type { RequestLine } from "./request-lines.ts";

/** Saves a rule as a person's "allow and remember" does, and gives the answer line. */
export async function answerRemember(
  session: Session,
  { id, rule }: Extract<RequestLine, { kind: "remember" }>,
): Promise<object> {
  try {
    await session.remember(rule);
    const content = `remembered \`${rule.rule}\` (${rule.scope})`;
    return { id, outcome: "succeeded", result: { type: "tool_result", content } };
  } catch (thrown) {
    const result = { type: "tool_result", content: messageOf(thrown), is_error: true };
    return { id, outcome: "failed", result };
  }
}
