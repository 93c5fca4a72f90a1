/**
 * Names of attributes. Those of `gen_ai` are the GenAI semantic conventions of OpenTelemetry; they are still
 * experimental, so they are written here and not imported.
 *
 * @source https://opentelemetry.io/docs/specs/semconv/gen-ai/
 */
export const ATTRIBUTES = {
  operation: "gen_ai.operation.name",
  agent: "gen_ai.agent.name",
  conversation: "gen_ai.conversation.id",
  provider: "gen_ai.provider.name",
  requestModel: "gen_ai.request.model",
  responseModel: "gen_ai.response.model",
  responseId: "gen_ai.response.id",
  finishReasons: "gen_ai.response.finish_reasons",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  cacheReadTokens: "gen_ai.usage.cache_read.input_tokens",
  cacheCreationTokens: "gen_ai.usage.cache_creation.input_tokens",
  tool: "gen_ai.tool.name",
  toolType: "gen_ai.tool.type",
  call: "gen_ai.tool.call.id",
  /** Content: only when asked for. */
  arguments: "gen_ai.tool.call.arguments",
  result: "gen_ai.tool.call.result",
  errorType: "error.type",

  end: "gauntlet.turn.end",
  messages: "gauntlet.turn.messages",
  cost: "gauntlet.turn.cost_usd",
  outcome: "gauntlet.call.outcome",
  decision: "gauntlet.decision.id",
  /** Outcome of the vote: allow, ask or deny. */
  behavior: "gauntlet.decision.behavior",
  /** What held in the end. */
  effective: "gauntlet.decision.effective",
  mode: "gauntlet.decision.mode",
  headless: "gauntlet.decision.headless",
  /** Sources, voters and rule ids of the determining votes, and the policies in force as `name@revision`. */
  sources: "gauntlet.decision.sources",
  voters: "gauntlet.decision.voters",
  rules: "gauntlet.decision.rule_ids",
  policies: "gauntlet.decision.policies",
  /** Kinds of the effects, such as `read`; never what is read. */
  effects: "gauntlet.decision.effects",
  answeredBy: "gauntlet.decision.answered_by",
  /** Content: only when asked for. */
  because: "gauntlet.decision.because",
} as const;
