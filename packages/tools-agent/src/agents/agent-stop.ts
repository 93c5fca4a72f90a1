import { defineTool, Type } from "@gauntlet/core";
import { AGENT_STOP } from "../descriptions.ts";
import { messages } from "../messages.ts";
import { agentDesk } from "./agent-desk.ts";
import { unknownAgent } from "./unknown-agent.ts";

/** Stops a background agent. */
export const agentStop = defineTool({
  name: "AgentStop",
  description: AGENT_STOP,
  input: Type.Object(
    { agent_id: Type.String({ minLength: 1, description: "The id that Agent gave" }) },
    { additionalProperties: false },
  ),

  isConcurrencySafe: true,

  effectKinds: [],
  effects: () => [],
  validateInput: (input, ctx) => unknownAgent(input.agent_id, ctx),
  describeCall: (input) => `stop the agent ${input.agent_id}`,

  async execute(input, ctx): Promise<string> {
    const agent = ctx.resource(agentDesk).find(input.agent_id);
    if (!agent) throw new Error(unknownAgent(input.agent_id, ctx));
    if (agent.answer) return messages.agentOver(agent.id, agent.type);
    agent.stop();
    await agent.ended;
    return messages.agentStopped(agent.id, agent.type);
  },
});
