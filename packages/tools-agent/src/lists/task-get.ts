import { defineTool, Type } from "@gauntlet/core";
import { TASK_GET } from "../descriptions.ts";
import { messages } from "../messages.ts";
import { itemOf, itemsIn, onList, type WorkItem } from "./work-item.ts";

/** Reads one piece of work whole. */
export const taskGet = defineTool({
  name: "TaskGet",
  description: TASK_GET,
  input: Type.Object(
    { taskId: Type.String({ minLength: 1, description: "Id of the task" }) },
    { additionalProperties: false },
  ),
  isReadOnly: true,
  shouldDefer: true,

  effectKinds: ["state"],
  effects: () => onList("read"),
  validateInput: ({ taskId }, ctx) =>
    itemOf(ctx, taskId) ? undefined : messages.noSuchTask(taskId, itemsIn(ctx)),
  describeCall: ({ taskId }) => `look at task ${taskId}`,

  execute: ({ taskId }, ctx): WorkItem | undefined => itemOf(ctx, taskId),
});
