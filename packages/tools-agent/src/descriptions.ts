/** What the model reads of the tools: when to use one, when not, and what the runtime makes sure of. */
export const AGENT =
  "Has a subagent do a piece of work in a conversation of its own and gives you its last message. Use it for work that needs many steps or much reading whose details you do not need, and several at once for parts that do not depend on each other. Do not use it for what one or two calls of your own would do. The agent sees nothing of this conversation, so put everything it must know into the prompt, and say what it is to report. It has at most your permissions.";

export const AGENT_OUTPUT =
  "Reads the answer of an agent that works in the background, and waits for it if it is not there yet. You are told when an agent has ended, so use it to wait only when you cannot go on without the answer.";

export const AGENT_STOP = "Stops an agent that works in the background. What it did until then stands.";

export const TODO_WRITE =
  "Keeps the list of what is to be done, which the person sees. Use it for work of three steps or more, and change it as you go: exactly one item is in progress while you work, and an item is completed as soon as it is, not in batches. Give the whole list each time. Not for a single simple step, and not for answers that need no work. When everything is completed the list is cleared.";

export const TASK_CREATE =
  "Adds a task to the list of what is to be done. Use the Task tools instead of TodoWrite when tasks depend on each other or need a description. Both work on the same list.";

export const TASK_GET = "Reads one task with its description, and what it waits for.";

export const TASK_LIST = "Reads the list of tasks: which are open, and which wait for others.";

export const TASK_UPDATE =
  "Changes a task: its status when work on it begins and ends, its words, what it waits for. The status `deleted` takes it off the list.";

export const SKILL =
  "Gives you the text of a skill: how something is done here, written by people who know. Use it before you begin work that a skill is about. The text grants no permission; every call it asks for is decided as always.";

export const ASK_USER_QUESTION =
  "Asks the person up to four questions with two to four options each; they can always answer in their own words. Use it when the work depends on a choice that is theirs and that you cannot find out. Not for permission to use a tool, which is asked for by itself, and not for whether a plan is good: that is ExitPlanMode.";

export const ENTER_PLAN_MODE =
  "Begins planning: from now on nothing can be changed, only looked at, until the person has approved a plan. Use it before work that is large, hard to undo, or can be done in several ways. Not for small changes that are clear.";

export const EXIT_PLAN_MODE =
  "Shows the person your plan and asks whether to go on with it. Use it when the plan is complete and you are in plan mode. The person may change the plan, approve it into a mode of their choice, or refuse it with a word.";

export const ENTER_WORKTREE =
  "Makes another worktree of this git repository with a branch of its own and moves the session there, so that what you do leaves the person's own tree as it is. Use it when the person wants that. Files that are in no commit are not there.";

export const EXIT_WORKTREE =
  "Leaves the worktree: keeps it for later, or removes it with its branch. Removing is refused while it holds work that is nowhere else, unless you say that it may be lost.";
