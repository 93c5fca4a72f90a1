import { type AgentAnswer, nearestName } from "@gauntlet/core";
import type { Status, WorkItem } from "./lists/work-item.ts";
import type { SkillFile } from "./skills/skill-file.ts";

const REASONS: Partial<Record<AgentAnswer["reason"], string>> = {
  aborted: "it was stopped",
  stopped: "a person or a plugin ended it",
  refused: "the model refused to go on",
  max_tokens: "its last message was cut off",
  max_turns: "its budget of model messages is used up",
  max_calls: "the budget of calls is used up",
  max_total_tokens: "the budget of tokens is used up",
  max_cost: "the budget of money is used up",
  max_duration: "the time is used up",
};

const why = ({ reason, detail }: AgentAnswer): string => {
  const known = REASONS[reason] ?? "it failed";
  return detail === undefined ? known : `${known}: ${detail}`;
};

const figures = ({ turns, calls, usage }: AgentAnswer): string =>
  `${turns} model messages, ${calls} tool calls, ${usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens} tokens in, ${usage.outputTokens} out`;

const says = (answer: AgentAnswer): string => (answer.text.trim() === "" ? "It said nothing." : answer.text);

/** What may be named instead. @param name what was named, where a slip of the hand is likely. */
function oneOf(known: readonly string[], name?: string): string {
  const near = name === undefined ? undefined : nearestName(name, known);
  return near === undefined
    ? `Use one of ${known.map((one) => `\`${one}\``).join(", ")}.`
    : `Did you mean \`${near}\`?`;
}

/** What the model reads: first what happened, last the next useful step. */
export const messages = {
  agentAnswer: (answer: AgentAnswer) => `${says(answer)}\n\n(${figures(answer)})`,
  agentFailed: (type: string, answer: AgentAnswer) =>
    `The agent \`${type}\` did not finish: ${why(answer)}. Its last words:\n${says(answer)}\n\n(${figures(answer)}) What it did until then stands; look before you have it done again.`,
  agentReport: (type: string, answer: AgentAnswer) =>
    answer.reason === "done" ? messages.agentAnswer(answer) : messages.agentFailed(type, answer),
  agentStarted: (id: string, type: string, file: string) =>
    `The agent \`${type}\` works in the background as \`${id}\`. You will be told when it has ended; its answer will be in ${file}. Go on with other work, or wait for it with AgentOutput.`,
  agentEnded: (id: string, type: string, file: string, answer: AgentAnswer) =>
    `The background agent \`${id}\` (${type}) has ended${answer.reason === "done" ? "" : `: ${why(answer)}`}. Its answer is in ${file}; read it with AgentOutput or Read.`,
  agentRuns: (id: string, type: string) =>
    `The agent \`${id}\` (${type}) still works. Go on with other work, or wait longer.`,
  agentStopped: (id: string, type: string) =>
    `The agent \`${id}\` (${type}) was stopped. What it did until then stands.`,
  agentOver: (id: string, type: string) =>
    `The agent \`${id}\` (${type}) had ended already; read its answer with AgentOutput.`,
  noSuchAgent: (id: string, known: readonly string[]) =>
    `There is no background agent \`${id}\`. ${known.length === 0 ? "None was started in this session; start one with Agent." : oneOf(known)}`,
  noSuchType: (type: string, known: readonly string[]) =>
    `There is no agent type \`${type}\`. ${oneOf(known, type)}`,
  noTools: (type: string) =>
    `The agent \`${type}\` would have no tools: none of those its definition names is there. Use another type, or do the work yourself.`,
  tooDeep: (depth: number) =>
    `Agents may not be nested deeper than ${depth}. Do this part of the work yourself.`,
  tooMany: (max: number) => `${max} agents run already. Wait for one of them to end.`,

  notAnswered: (word?: string) =>
    `The person did not answer${word ? `: ${word}` : ""}. Do what you can without, or end your turn and say what you need.`,
  askedTwice: (question: string) => `The question is asked twice: ${question}. Ask each once.`,
  answers(answers: Readonly<Record<string, string>>) {
    const lines = Object.entries(answers).map(([question, answer]) => `- ${question} ${answer}`);
    return lines.length === 0
      ? "The person gave no answer. Decide yourself what is most careful, and say so."
      : `The person answered:\n${lines.join("\n")}`;
  },
  inPlanMode: "You are in plan mode already. Plan, then show the plan with ExitPlanMode.",
  notInPlanMode: "You are not in plan mode, so there is nothing to leave. Do the work.",
  planModeEntered:
    "You are in plan mode: what changes something is refused. Look at what you need, then show your plan with ExitPlanMode.",
  planRefused: (word?: string) =>
    `The person did not approve the plan${word ? `: ${word}` : ""}. You are still in plan mode. Change the plan and show it again, or ask what they want.`,
  planApproved: ({
    plan,
    planWasEdited,
    mode,
  }: {
    readonly plan: string;
    readonly planWasEdited: boolean;
    readonly mode: string;
  }) =>
    `The person approved the plan${planWasEdited ? ", and changed it" : ""}. The mode is now \`${mode}\`. Do what it says${planWasEdited ? `:\n\n${plan}` : "."}`,
  noRepository: (cwd: string) =>
    `${cwd} is not the root of a git repository, so there can be no worktree. Work where you are.`,
  noWorktree: (path: string) => `${path} exists and is not a worktree. Use another name.`,
  inWorktree: (path: string) =>
    `The session is in the worktree ${path} already. Leave it with ExitWorktree first.`,
  notInWorktree: "The session is not in a worktree, so there is none to leave. Go on where you are.",
  gitFailed: (command: string, why: string) =>
    `Running \`git ${command}\` failed: ${why}. Work where you are, or tell the person.`,
  worktreeEntered: (path: string, branch: string) =>
    `The session is in the worktree ${path} now, on the branch ${branch}. Relative paths and commands start there.`,
  worktreeKept: (path: string, branch: string, root: string) =>
    `The session is back in ${root}. The worktree ${path} was kept, with its branch ${branch}; EnterWorktree takes it up again.`,
  worktreeRemoved: (path: string, branch: string, root: string) =>
    `The session is back in ${root}. The worktree ${path} was removed. The branch ${branch} went with it if it held nothing of its own.`,
  worktreeHoldsWork: (files: number, commits: number, branch: string) =>
    `The worktree holds work that is nowhere else: ${files} changed or new files, ${commits} commits only on ${branch}. Keep it, bring the work elsewhere, or say discard_changes if the person wants to lose it.`,
  todosKept(todos: readonly { readonly status: Status }[]) {
    const open = todos.filter(({ status }) => status !== "completed").length;
    if (open === 0) return "Everything on the list is completed, so it was cleared.";
    const running = todos.filter(({ status }) => status === "in_progress").length;
    const advice = running === 1 ? "" : ` ${running} are in progress; keep it to one while you work.`;
    return `The list was kept: ${open} of ${todos.length} open.${advice} Go on with the next item.`;
  },
  taskCreated: (id: string, subject: string) => `Task ${id} was added: ${subject}`,
  taskUpdated: ({ id, status, subject, blockedBy }: WorkItem) =>
    `Task ${id} is ${status}: ${subject}${blockedBy.length > 0 ? ` (waits for ${blockedBy.join(", ")})` : ""}`,
  taskDeleted: (id: string) => `Task ${id} was deleted.`,
  taskLines: (items: readonly WorkItem[]) =>
    items.length === 0
      ? "There are no tasks."
      : items.map((item) => `${item.id}. [${item.status}] ${messages.taskWords(item)}`).join("\n"),
  taskWords: ({ subject, owner, blockedBy }: WorkItem) =>
    [
      subject,
      ...(owner === undefined ? [] : [`(${owner})`]),
      ...(blockedBy.length > 0 ? [`waits for ${blockedBy.join(", ")}`] : []),
    ].join(" "),
  noSuchTask: (id: string, items: readonly WorkItem[]) =>
    `There is no task \`${id}\`. ${items.length === 0 ? "There are none; add one with TaskCreate." : oneOf(items.map((item) => item.id))}`,
  blocksItself: (id: string) => `Task ${id} cannot wait for itself. Name other tasks.`,

  skillText: ({ name, directory, allowedTools }: SkillFile, text: string) =>
    [
      `The skill \`${name}\` (its files are in ${directory}):`,
      text.trim(),
      ...(allowedTools ? [`It is meant to be done with these tools only: ${allowedTools.join(", ")}.`] : []),
    ].join("\n\n"),
  skillForPeople: (name: string) =>
    `The skill \`${name}\` is for people to start. Ask the person if you think it is needed.`,
  noSuchSkill: (name: string, nearest: readonly Pick<SkillFile, "name" | "description">[]) =>
    nearest.length === 0
      ? `There is no skill \`${name}\`, and none that comes near. Go on without one.`
      : `There is no skill \`${name}\`. The nearest:\n${nearest.map((one) => `- ${one.name}: ${one.description}`).join("\n")}`,
  moreSkills: (names: readonly string[], shown: number) =>
    shown === 0
      ? `${names.length} skills; call Skill with words for what you need to find one.`
      : `And ${names.length} more: ${namesWithin(names, 2_000)}. Call Skill with words for what you need to find others.`,
  insertNotRun: (command: string, why: string) => `[\`${command.trim()}\` was not run: ${why}]`,
};

/** As many names as fit. */
function namesWithin(names: readonly string[], characters: number): string {
  let room = characters;
  return names
    .filter((name) => {
      room -= name.length + 2;
      return room >= 0;
    })
    .join(", ");
}
