import { defineTool, Type } from "@gauntlet/core";
import { TASK_LIST } from "../descriptions.ts";
import { messages } from "../messages.ts";
import { itemsIn, onList, panelOf, type WorkItem } from "./work-item.ts";

/** Reads the list. */
export const taskList = defineTool({
  name: "TaskList",
  description: TASK_LIST,
  input: Type.Object({}, { additionalProperties: false }),
  isReadOnly: true,
  shouldDefer: true,

  effectKinds: ["state"],
  effects: () => onList("read"),
  describeCall: () => "look at the tasks",

  execute: (_, ctx): readonly WorkItem[] => itemsIn(ctx),
  toModel: (items) => messages.taskLines(items),
  toPerson: ({ output, text }) => (output === undefined ? text : panelOf(output as readonly WorkItem[])),
});
