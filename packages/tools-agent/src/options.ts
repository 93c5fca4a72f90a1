import { type CallContext, completeOptions, type Static, Type } from "@gauntlet/core";

/** Options of the pack. */
export const agentOptions = Type.Object(
  {
    models: Type.Record(Type.String(), Type.String({ minLength: 1 }), {
      default: {},
      description: "Names of models by the alias that agents and calls use: `haiku`, `sonnet`, `opus`",
    }),
    maxAgents: Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: "Subagents that run at once",
    }),
    maxDepth: Type.Integer({
      minimum: 1,
      maximum: 5,
      default: 3,
      description: "Subagents of subagents: levels below the session",
    }),
    skillListing: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      default: 8_000,
      description: "Characters of the list of skills that the model is shown",
    }),
  },
  { additionalProperties: false },
);

/** The options of the pack, defaults filled in. */
export type AgentOptions = Static<typeof agentOptions>;

/** Reads the options of a context; where a host gives none, the defaults hold. */
export const optionsOf = ({ options }: Pick<CallContext, "options">): AgentOptions =>
  completeOptions(agentOptions, options);
