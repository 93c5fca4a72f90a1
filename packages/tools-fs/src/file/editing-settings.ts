import { type CallContext, completeOptions, type Static, Type } from "@gauntlet/core";

/** What configuration may set for Edit and Write, with its defaults. */
export const EDITING_OPTIONS = Type.Object(
  {
    readBeforeWrite: Type.Union([Type.Literal("strict"), Type.Literal("exact"), Type.Literal("fresh")], {
      default: "strict",
      description:
        "strict: a file must have been read; exact: an edit whose old_string occurs exactly once needs no read; fresh: as strict, and any change since the read is refused",
    }),
    maxFileBytes: Type.Integer({
      minimum: 1,
      default: 32 * 1024 * 1024,
      description: "Largest file, in bytes, that Edit and Write change or make",
    }),
  },
  { additionalProperties: false },
);

/** Settings of Edit and Write, complete. */
export type EditingSettings = Static<typeof EDITING_OPTIONS>;

/** The settings of a call: the options of the pack over their defaults. */
export const settingsOf = ({ options }: Pick<CallContext, "options">): EditingSettings =>
  completeOptions(EDITING_OPTIONS, options);
