const ASKS =
  /^\s*(?:what|which|who|whose|when|where|why|how|is|are|was|were|does|did|do|has|have|can you (?:see|show|tell)|show|tell me|find out|see|look)\b|[?？]\s*$/i;

/** Does a sentence ask to see something, and not to change it? */
export function isQuestion(text: string): boolean {
  return ASKS.test(text);
}
