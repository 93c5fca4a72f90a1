import type { Agent, CallContext, ExecuteContext } from "@gauntlet/core";
import { messages } from "../messages.ts";
import { optionsOf } from "../options.ts";
import { agentDesk } from "./agent-desk.ts";
import { specFor } from "./agent-spec.ts";
import type { AgentDefinition } from "./definition.ts";

/** Work for one subagent. */
export interface Assignment {
  readonly definition: AgentDefinition;
  /** What it is called in words for the model. */
  readonly name: string;
  readonly model?: string | undefined;
  readonly inBackground: boolean;
  readonly prompt: string;
}

/** Why no subagent can be started here and now; undefined when one can. */
export function objectionToAgents(ctx: CallContext): string | undefined {
  const { maxDepth, maxAgents } = optionsOf(ctx);
  if ((ctx.agent?.depth ?? 0) >= maxDepth) return messages.tooDeep(maxDepth);
  return ctx.resource(agentDesk).running >= maxAgents ? messages.tooMany(maxAgents) : undefined;
}

/**
 * Has a subagent do a piece of work, within the number of agents that may run at once.
 * @returns its answer; of one in the background, where its answer will be.
 * @throws Error for the model to read.
 */
export async function haveAgentDo(work: Assignment, ctx: ExecuteContext): Promise<string> {
  const { definition, name, model, inBackground, prompt } = work;
  const { maxAgents } = optionsOf(ctx);
  const desk = ctx.resource(agentDesk);
  // INVARIANT: taken before anything is waited for. The calls of one message have all been looked at before one starts.
  const leave = desk.enter(maxAgents);
  if (leave === undefined) throw new Error(messages.tooMany(maxAgents));
  let agent: Agent | undefined;
  let isSent = false;
  try {
    agent = await ctx.startAgent(specFor(definition, { model, inBackground, ctx }));
    if (agent.tools.length === 0) throw new Error(messages.noTools(name));
    if (inBackground) {
      const { id, file } = desk.sendOff(agent, { type: name, prompt, leave });
      isSent = true;
      return messages.agentStarted(id, name, file);
    }
    const answer = await agent.prompt(prompt);
    if (answer.reason === "done") return messages.agentAnswer(answer);
    throw new Error(messages.agentFailed(name, answer));
  } finally {
    if (!isSent) await agent?.close().finally(leave);
    if (agent === undefined) leave();
  }
}
