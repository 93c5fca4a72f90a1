import { defineTool, type Json, Type } from "@gauntlet/core";
import { TASK_CREATE } from "../descriptions.ts";
import { messages } from "../messages.ts";
import { itemsIn, keepItem, nextId, onList, panelOf, type WorkItem } from "./work-item.ts";

/** Adds one piece of work to the list. */
export const taskCreate = defineTool({
  name: "TaskCreate",
  description: TASK_CREATE,
  input: Type.Object(
    {
      subject: Type.String({ minLength: 1, description: "What is to be done, in a line" }),
      description: Type.String({ description: "What belongs to it, and when it is done" }),
      activeForm: Type.Optional(
        Type.String({ minLength: 1, description: "What is being done: Running the tests" }),
      ),
      metadata: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: "Anything else to keep with it" }),
      ),
    },
    { additionalProperties: false },
  ),
  shouldDefer: true,

  effectKinds: ["state"],
  effects: () => onList("write"),
  describeCall: ({ subject }) => `add the task ${subject}`,

  execute({ subject, description, activeForm, metadata }, ctx): WorkItem {
    const item: WorkItem = {
      id: nextId(itemsIn(ctx)),
      subject,
      description,
      status: "pending",
      blocks: [],
      blockedBy: [],
      ...(activeForm !== undefined && { activeForm }),
      ...(metadata && { metadata: metadata as Record<string, Json> }),
    };
    keepItem(ctx.slots, item);
    return item;
  },
  toModel: ({ id, subject }) => messages.taskCreated(id, subject),
  toPerson: ({ output, text }) => (output === undefined ? text : panelOf([output as WorkItem])),
});
