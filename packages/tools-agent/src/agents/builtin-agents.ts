import type { AgentDefinition } from "./definition.ts";

const REPORT =
  "Your last message is all that whoever asked you will read: put into it what they need to know, with absolute paths, and nothing else.";

/** Types that are always there. A definition of the same name takes their place. */
export const BUILTIN_AGENTS: readonly AgentDefinition[] = Object.freeze([
  {
    name: "general-purpose",
    description:
      "For work of several steps that needs its own attention: searching where the first search may not hit, changes in a part of the code that stands alone.",
    system: `You do one piece of work on a person's computer, by yourself and to its end, with the tools you have. Search widely when you do not know where something is, then narrow down. Change only what the work needs. ${REPORT}`,
  },
  {
    name: "Explore",
    description:
      "Finds things out about code without changing anything: where something is, how parts hang together. Say how thorough it shall be.",
    system: `You find things out about the files on a person's computer. You cannot change anything: only what reads is allowed. Start with broad searches, follow what you find, and read only the parts that matter. ${REPORT}`,
    tools: ["Bash", "Glob", "Grep", "Read"],
    permissionMode: "plan",
  },
] satisfies readonly AgentDefinition[]);
