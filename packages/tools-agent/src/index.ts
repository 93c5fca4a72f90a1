import { definePlugin } from "@gauntlet/core";
import { agent } from "./agents/agent.ts";
import { agentDesk } from "./agents/agent-desk.ts";
import { agentOutput } from "./agents/agent-output.ts";
import { agentStop } from "./agents/agent-stop.ts";
import { taskCreate } from "./lists/task-create.ts";
import { taskGet } from "./lists/task-get.ts";
import { taskList } from "./lists/task-list.ts";
import { taskUpdate } from "./lists/task-update.ts";
import { todoWrite } from "./lists/todo-write.ts";
import { workSlot } from "./lists/work-item.ts";
import { agentOptions } from "./options.ts";
import { askUserQuestion } from "./person/ask-user-question.ts";
import { enterPlanMode } from "./plan/enter-plan-mode.ts";
import { exitPlanMode } from "./plan/exit-plan-mode.ts";
import { skill } from "./skills/skill.ts";
import { skillShelf } from "./skills/skill-shelf.ts";

/** The system prompt of the command, in named parts. */
export { type PromptSection, type SystemPrompt, systemPrompt } from "./system/system-prompt.ts";

import { enterWorktree } from "./worktree/enter-worktree.ts";
import { exitWorktree } from "./worktree/exit-worktree.ts";
import { worktreeSlot } from "./worktree/worktree-slot.ts";

/** The tools themselves, for hosts that list only some of them, and what they share in a session. */
export {
  agent,
  agentDesk,
  agentOptions,
  agentOutput,
  agentStop,
  askUserQuestion,
  enterPlanMode,
  enterWorktree,
  exitPlanMode,
  exitWorktree,
  skill,
  skillShelf,
  taskCreate,
  taskGet,
  taskList,
  taskUpdate,
  todoWrite,
  workSlot,
};

/** The agent tools as one plugin. */
export default definePlugin({
  name: "@gauntlet/tools-agent",
  options: agentOptions,
  tools: [
    agent,
    agentOutput,
    agentStop,
    todoWrite,
    taskCreate,
    taskGet,
    taskList,
    taskUpdate,
    skill,
    askUserQuestion,
    enterPlanMode,
    exitPlanMode,
    enterWorktree,
    exitWorktree,
  ],
  slots: [workSlot, worktreeSlot],
  resources: [agentDesk, skillShelf],
});
