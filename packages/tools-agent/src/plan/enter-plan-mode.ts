import { defineTool, Type } from "@gauntlet/core";
import { ENTER_PLAN_MODE } from "../descriptions.ts";
import { messages } from "../messages.ts";

/** Puts the session into mode `plan`: from then on nothing is changed until a person has approved a plan. */
export const enterPlanMode = defineTool({
  name: "EnterPlanMode",
  description: ENTER_PLAN_MODE,
  input: Type.Object({}, { additionalProperties: false }),

  effectKinds: ["state"],
  effects: () => [{ kind: "state", slot: "mode", access: "write" }],
  validateInput: (_, ctx) => (ctx.mode() === "plan" ? messages.inPlanMode : undefined),
  describeCall: () => "plan before changing anything",

  execute(_, ctx): string {
    ctx.changeMode("plan");
    return messages.planModeEntered;
  },
});
