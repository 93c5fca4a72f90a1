/** Bytes of an answer of a subagent that the model reads; the rest is in a file. Claude Code has the same limit. */
export const MAX_ANSWER_BYTES = 32_000;

/** Time a call may wait for a subagent. What it does costs turns, tokens and money, which have their own budgets. */
export const MAX_AGENT_MS = 24 * 60 * 60 * 1_000;

/** Time a person has to answer a call. */
export const MAX_PERSON_MS = 24 * 60 * 60 * 1_000;
