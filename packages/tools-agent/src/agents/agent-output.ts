import { setTimeout as delay } from "node:timers/promises";
import { type AgentAnswer, defineTool, Type } from "@gauntlet/core";
import { AGENT_OUTPUT } from "../descriptions.ts";
import { MAX_AGENT_MS, MAX_ANSWER_BYTES } from "../limits.ts";
import { messages } from "../messages.ts";
import { agentDesk, type BackgroundAgent } from "./agent-desk.ts";
import { unknownAgent } from "./unknown-agent.ts";

const DEFAULT_WAIT_MS = 600_000;

/** Waits for a background agent and gives its answer. */
export const agentOutput = defineTool({
  name: "AgentOutput",
  description: AGENT_OUTPUT,
  input: Type.Object(
    {
      agent_id: Type.String({ minLength: 1, description: "The id that Agent gave" }),
      timeout: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_AGENT_MS,
          description: `Milliseconds to wait; 0 only looks. Default: ${DEFAULT_WAIT_MS}`,
        }),
      ),
    },
    { additionalProperties: false },
  ),

  isReadOnly: true,
  isConcurrencySafe: true,
  timeoutMs: MAX_AGENT_MS + 60_000,
  maxResultBytes: MAX_ANSWER_BYTES,

  effectKinds: [],
  effects: () => [],
  validateInput: (input, ctx) => unknownAgent(input.agent_id, ctx),
  describeCall: (input) => `wait for the agent ${input.agent_id}`,

  async execute(input, ctx): Promise<string> {
    const agent = ctx.resource(agentDesk).find(input.agent_id);
    if (!agent) throw new Error(unknownAgent(input.agent_id, ctx));
    const answer = agent.answer ?? (await waitFor(agent, input.timeout ?? DEFAULT_WAIT_MS, ctx.signal));
    return answer ? messages.agentReport(agent.type, answer) : messages.agentRuns(agent.id, agent.type);
  },
});

/** The answer, or undefined when the time is up. @throws the signal's reason. */
async function waitFor(
  { ended }: BackgroundAgent,
  ms: number,
  signal: AbortSignal,
): Promise<AgentAnswer | undefined> {
  const over = new AbortController();
  const timeUp = delay(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) });
  try {
    return await Promise.race([ended, timeUp.catch(() => undefined)]);
  } finally {
    over.abort();
    signal.throwIfAborted();
  }
}
