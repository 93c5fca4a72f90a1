import { type CallContext, completeOptions, HOST_NAME, type Static, Type } from "@gauntlet/core";

/** What people can set under `packs` for this pack. */
export const shellOptions = Type.Object(
  {
    passEnvironment: Type.Array(Type.String({ minLength: 1 }), {
      default: ["*"],
      description: "Variables of the host that commands see, by name; `*` stands for any text.",
    }),
    passSecrets: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      description: "Variables that look like secrets and are passed all the same.",
    }),
    sandbox: Type.Object(
      {
        enabled: Type.Boolean({ description: "Run commands in a sandbox where there is one." }),
        required: Type.Optional(
          Type.Boolean({ description: "Refuse commands where there is none. Default false." }),
        ),
        network: Type.Optional(
          Type.Union([Type.Literal("granted"), Type.Literal("always")], {
            description:
              "`granted` (default): a command reaches only the hosts it was allowed to contact; `always`: every host.",
          }),
        ),
        domains: Type.Optional(
          Type.Array(Type.String(HOST_NAME), {
            description: "Hosts that every command may contact, by name; `*.` stands for every subdomain.",
          }),
        ),
        hidden: Type.Optional(
          Type.Array(Type.String({ minLength: 1 }), {
            description: "Files and directories that are empty inside, beside the usual places of secrets.",
          }),
        ),
      },
      { default: { enabled: false }, additionalProperties: false },
    ),
    maxTaskOutputBytes: Type.Integer({
      minimum: 1_000,
      default: 256 * 1024 * 1024,
      description: "A background task that prints more than this is stopped.",
    }),
  },
  { additionalProperties: false },
);

/** The options of the pack, defaults filled in. */
export type ShellOptions = Static<typeof shellOptions>;

/** Reads the options of a context; where a host gives none, the defaults hold. */
export const shellOptionsOf = ({ options }: Pick<CallContext, "options">): ShellOptions =>
  completeOptions(shellOptions, options);
