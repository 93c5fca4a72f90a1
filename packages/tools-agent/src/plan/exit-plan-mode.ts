import { defineTool, type Mode, type PersonQuestion, Type } from "@gauntlet/core";
import { EXIT_PLAN_MODE } from "../descriptions.ts";
import { MAX_PERSON_MS } from "../limits.ts";
import { messages } from "../messages.ts";

/** Modes a plan can be approved into. */
const MODES = ["default", "acceptEdits"] as const satisfies readonly Mode[];

/** The plan as it was approved, and the mode the session is in now. */
interface Approved {
  readonly plan: string;
  readonly planWasEdited: boolean;
  readonly mode: Mode;
}

const GO_ON: PersonQuestion = {
  key: "mode",
  words: "Go on with this plan?",
  options: [
    { label: "default", description: "yes, and ask about each change" },
    { label: "acceptEdits", description: "yes, and edit files in the working directories without asking" },
  ],
  isMultiple: false,
};

/** Shows the person a plan and, if they approve it, leaves mode `plan`. */
export const exitPlanMode = defineTool({
  name: "ExitPlanMode",
  description: EXIT_PLAN_MODE,
  input: Type.Object(
    { plan: Type.String({ minLength: 1, description: "The plan in Markdown, as the person shall read it" }) },
    { additionalProperties: false },
  ),

  needsPerson: true,
  timeoutMs: MAX_PERSON_MS,

  effectKinds: ["person", "state"],
  effects: () => [{ kind: "person" }, { kind: "state", slot: "mode", access: "write" }],
  validateInput: (_, ctx) => (ctx.mode() === "plan" ? undefined : messages.notInPlanMode),
  describeCall: () => "go on with a plan",

  async execute({ plan }, ctx): Promise<Approved> {
    const reply = await ctx.ask({
      words: "leave plan mode and do what the plan says",
      preview: plan,
      input: { plan },
      questions: [GO_ON],
    });
    if (reply.action !== "accept") throw new Error(messages.planRefused(reply.message));
    const approved = readApproval(reply.input, plan);
    ctx.changeMode(approved.mode);
    return approved;
  },
  toModel: (approved) => messages.planApproved(approved),
});

/** What the person made of the plan; an answer that names no mode is the careful one. */
function readApproval(reply: unknown, plan: string): Approved {
  const { plan: edited, answers } = (reply ?? {}) as { plan?: unknown; answers?: { mode?: unknown } };
  const mode = MODES.find((one) => one === answers?.mode) ?? "default";
  const text = typeof edited === "string" && edited.trim() !== "" ? edited : plan;
  return { plan: text, planWasEdited: text !== plan, mode };
}
