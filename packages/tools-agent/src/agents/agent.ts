import { type CallContext, type DescribeContext, defineTool, Type } from "@gauntlet/core";
import { AGENT } from "../descriptions.ts";
import { MAX_AGENT_MS, MAX_ANSWER_BYTES } from "../limits.ts";
import { messages } from "../messages.ts";
import { agentDesk } from "./agent-desk.ts";
import { haveAgentDo, objectionToAgents } from "./have-agent-do.ts";

const DEFAULT_TYPE = "general-purpose";

interface AgentInput {
  readonly description: string;
  readonly prompt: string;
  readonly subagent_type?: string;
  readonly model?: string;
  readonly run_in_background?: boolean;
}

/** Starts a subagent. What it does passes the same gates as everything else, so starting it needs no permission. */
export const agent = defineTool({
  name: "Agent",
  aliases: ["Task"],
  description: AGENT,
  describeFor: (ctx) => `${AGENT}\n\n${typesFor(ctx)}`,
  input: Type.Object(
    {
      description: Type.String({
        minLength: 1,
        description: "The work in three to five words, for the person",
      }),
      prompt: Type.String({
        minLength: 1,
        description: "The whole task: the agent sees nothing of this conversation",
      }),
      subagent_type: Type.Optional(Type.String({ minLength: 1, description: `Default: ${DEFAULT_TYPE}` })),
      model: Type.Optional(
        Type.String({ minLength: 1, description: "Another model than its type or this session has" }),
      ),
      run_in_background: Type.Optional(
        Type.Boolean({
          description: "Do not wait for it; nobody is asked for it, so what needs a yes is denied",
        }),
      ),
    },
    { additionalProperties: false },
  ),

  isConcurrencySafe: true,
  timeoutMs: MAX_AGENT_MS,
  maxResultBytes: MAX_ANSWER_BYTES,

  effectKinds: [],
  effects: () => [],
  validateInput: (input, ctx) => objection(input, ctx),
  // Rules on a type are about the default as well.
  checkPermission: (input) =>
    input.subagent_type === undefined
      ? {
          behavior: "allow",
          why: `it is of the type \`${DEFAULT_TYPE}\``,
          updatedInput: { ...input, subagent_type: DEFAULT_TYPE },
        }
      : undefined,
  describeCall: (input) => `have the agent ${typeOf(input)} ${input.description}`,

  async execute(input, ctx): Promise<string> {
    const desk = ctx.resource(agentDesk);
    const definition = desk.definitions.get(typeOf(input));
    if (!definition) throw new Error(messages.noSuchType(typeOf(input), typesIn(ctx)));
    const inBackground = input.run_in_background ?? definition.background ?? false;
    const { name } = definition;
    return haveAgentDo({ definition, name, model: input.model, inBackground, prompt: input.prompt }, ctx);
  },
});

const typeOf = ({ subagent_type: type }: AgentInput): string => type ?? DEFAULT_TYPE;

function objection(input: AgentInput, ctx: CallContext): string | undefined {
  const { definitions } = ctx.resource(agentDesk);
  if (!definitions.has(typeOf(input))) return messages.noSuchType(typeOf(input), typesIn(ctx));
  return objectionToAgents(ctx);
}

const typesIn = (ctx: CallContext): readonly string[] => [...ctx.resource(agentDesk).definitions.keys()];

/** The types with their descriptions, without those that a rule denies. */
function typesFor(ctx: DescribeContext): string {
  const { definitions } = ctx.resource(agentDesk);
  const lines = [...definitions.values()]
    .filter(({ name }) => !ctx.denies({ subagent_type: name }))
    .map(({ name, description }) => `- ${name}: ${description.replace(/\s+/g, " ")}`);
  return lines.length === 0 ? "No agent type may be used here." : `Agent types:\n${lines.join("\n")}`;
}
