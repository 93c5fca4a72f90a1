import {
  type CallContext,
  type DescribeContext,
  defineTool,
  type ExecuteContext,
  Type,
} from "@gauntlet/core";
import { agentDesk } from "../agents/agent-desk.ts";
import { haveAgentDo, objectionToAgents } from "../agents/have-agent-do.ts";
import { SKILL } from "../descriptions.ts";
import { MAX_AGENT_MS } from "../limits.ts";
import { messages } from "../messages.ts";
import { optionsOf } from "../options.ts";
import { fillIn } from "./fill-in.ts";
import { runInserts } from "./run-inserts.ts";
import type { SkillFile } from "./skill-file.ts";
import { skillShelf } from "./skill-shelf.ts";

const GENERAL = "general-purpose";

/** Gives the model the text of a skill, or has a subagent do what it says. */
export const skill = defineTool({
  name: "Skill",
  description: SKILL,
  describeFor: (ctx) => `${SKILL}\n\n${listing(ctx)}`,
  input: Type.Object(
    {
      skill: Type.String({ minLength: 1, description: "Its name; words for what you need find the nearest" }),
      args: Type.Optional(Type.String({ description: "What belongs behind its name" })),
    },
    { additionalProperties: false },
  ),

  timeoutMs: MAX_AGENT_MS,

  effectKinds: [],
  effects: () => [],
  validateInput: ({ skill: name }, ctx) => objection(name, ctx),
  describeCall: ({ skill: name, args }) => `use the skill ${name}${args ? ` with ${args}` : ""}`,

  async execute({ skill: name, args = "" }, ctx): Promise<string> {
    const { skills, session } = ctx.resource(skillShelf);
    const found = skills.get(nameOf(name));
    if (!found) throw new Error(await objection(name, ctx));
    const text = await runInserts(fillIn(found, { args, session, projectDirectory: ctx.cwd }), ctx);
    return found.isForked ? haveDone(found, text, ctx) : messages.skillText(found, text);
  },
});

const nameOf = (name: string): string => name.trim().replace(/^\//, "");

async function objection(name: string, ctx: CallContext): Promise<string | undefined> {
  const { skills } = ctx.resource(skillShelf);
  const found = skills.get(nameOf(name));
  if (found?.isForPeople) return messages.skillForPeople(found.name);
  if (found) return found.isForked ? objectionToAgents(ctx) : undefined;
  const { nearestSkills } = await import("./nearest-skills.ts");
  const usable = [...skills.values()].filter(({ isForPeople }) => !isForPeople);
  return messages.noSuchSkill(name, nearestSkills(name, usable));
}

/** A skill with a conversation of its own has at most the tools it names. */
async function haveDone(found: SkillFile, text: string, ctx: ExecuteContext): Promise<string> {
  const { definitions } = ctx.resource(agentDesk);
  const definition = definitions.get(found.agent ?? GENERAL) ?? definitions.get(GENERAL);
  if (!definition) throw new Error(messages.noSuchType(found.agent ?? GENERAL, [...definitions.keys()]));
  const narrowed = {
    ...definition,
    ...(found.allowedTools && { tools: found.allowedTools }),
    disallowedTools: [...(definition.disallowedTools ?? []), ...(found.disallowedTools ?? [])],
  };
  const { name, model } = found;
  return haveAgentDo({ definition: narrowed, name, model, inBackground: false, prompt: text }, ctx);
}

/** Skills with their descriptions as far as the budget goes, and the names of the rest. */
function listing(ctx: DescribeContext): string {
  const { skillListing } = optionsOf(ctx);
  const usable = [...ctx.resource(skillShelf).skills.values()].filter(
    ({ name, isForPeople }) => !isForPeople && !ctx.denies({ skill: name }),
  );
  if (usable.length === 0) return "There are no skills here.";
  const lines: string[] = [];
  const rest: string[] = [];
  let room = skillListing;
  for (const { name, description, argumentHint } of usable) {
    const line = `- ${name}${argumentHint ? ` ${argumentHint}` : ""}: ${description}`;
    room -= line.length + 1;
    if (room >= 0) lines.push(line);
    else rest.push(name);
  }
  return ["Skills:", ...lines, ...(rest.length > 0 ? [messages.moreSkills(rest, skillListing)] : [])].join(
    "\n",
  );
}
