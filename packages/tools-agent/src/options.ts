import { Type } from "@gauntlet/core";

/** Options of the pack. */
export const agentOptions = Type.Object(
  {
    models: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1 }), {
        default: {},
        description: "Names of models by the alias that agents and calls use: `haiku`, `sonnet`, `opus`",
      }),
    ),
    maxAgents: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Subagents that run at once" }),
    ),
    maxDepth: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5,
        default: 3,
        description: "Subagents of subagents: levels below the session",
      }),
    ),
    skillListing: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100_000,
        default: 8_000,
        description: "Characters of the list of skills that the model is shown",
      }),
    ),
  },
  { additionalProperties: false },
);

/** The options with their defaults. */
export interface AgentOptions {
  readonly models: Readonly<Record<string, string>>;
  readonly maxAgents: number;
  readonly maxDepth: number;
  readonly skillListing: number;
}

/** Reads what `agentOptions` has checked. */
export const optionsOf = (options: Readonly<Record<string, unknown>>): AgentOptions =>
  options as unknown as AgentOptions;
