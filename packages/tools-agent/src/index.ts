import { definePlugin } from "@gauntlet/core";
import { agent } from "./agents/agent.ts";
import { agentDesk } from "./agents/agent-desk.ts";
import { agentOutput } from "./agents/agent-output.ts";
import { agentStop } from "./agents/agent-stop.ts";
import { agentOptions } from "./options.ts";

/** The tools themselves, for hosts that list only some of them, and what they share in a session. */
export { agent, agentDesk, agentOptions, agentOutput, agentStop };

/** The agent tools as one plugin. */
export default definePlugin({
  name: "@gauntlet/tools-agent",
  options: agentOptions,
  tools: [agent, agentOutput, agentStop],
  resources: [agentDesk],
});
