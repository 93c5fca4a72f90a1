import { defineTool, Type } from "@gauntlet/core";
import { MAX_RESULT_BYTES } from "../limits.ts";
import { messages } from "../messages.ts";
import { explainRefusal } from "../sandbox/enter-sandbox.ts";
import { shellSession } from "../shell-session.ts";
import { isPattern } from "./match-lines.ts";
import { namedTask, refuseTaskId, taskIdInputs, taskIdOf } from "./named-task.ts";
import { takeNewOutput } from "./new-output.ts";
import { taskState } from "./tasks.ts";

const input = Type.Object(
  {
    ...taskIdInputs,
    filter: Type.Optional(Type.String({ minLength: 1, description: messages.filterInput })),
  },
  { additionalProperties: false },
);

/** Says how a background task stands and what it printed since the last time; without an id, lists all tasks. */
export const taskOutput = defineTool({
  name: "TaskOutput",
  aliases: ["BashOutput"],
  description: messages.taskOutputDescription,
  input,
  isReadOnly: true,
  maxResultBytes: MAX_RESULT_BYTES,
  effectKinds: ["state"],
  effects: (ids) => {
    const id = taskIdOf(ids);
    return id === undefined ? [] : [{ kind: "state", slot: taskState(id), access: "write" }];
  },
  validateInput: ({ filter, ...ids }, ctx) => {
    if (filter !== undefined && !isPattern(filter)) return messages.patternBad(filter);
    return taskIdOf(ids) === undefined ? undefined : refuseTaskId(ids, ctx);
  },
  describeCall: (ids) => {
    const id = taskIdOf(ids);
    return id === undefined ? "list background tasks" : `read the output of background task ${id}`;
  },
  async execute({ filter, ...ids }, ctx) {
    if (taskIdOf(ids) === undefined) return messages.taskList(ctx.resource(shellSession).tasks.list());
    const { task, record } = namedTask(ids, ctx);
    if (task === undefined) return messages.taskOfBefore(record);
    const output = await takeNewOutput(task, filter);
    return messages.taskOutput(task.record, {
      ...output,
      refused: explainRefusal(task.sandbox, output.text),
    });
  },
});
