/** What the model reads of the tools: when to use one, when not, and what the runtime makes sure of. */
export const AGENT =
  "Has a subagent do a piece of work in a conversation of its own and gives you its last message. Use it for work that needs many steps or much reading whose details you do not need, and several at once for parts that do not depend on each other. Do not use it for what one or two calls of your own would do. The agent sees nothing of this conversation, so put everything it must know into the prompt, and say what it is to report. It has at most your permissions.";

export const AGENT_OUTPUT =
  "Reads the answer of an agent that works in the background, and waits for it if it is not there yet. You are told when an agent has ended, so use it to wait only when you cannot go on without the answer.";

export const AGENT_STOP = "Stops an agent that works in the background. What it did until then stands.";
