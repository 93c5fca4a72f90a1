import { defineTool, Type } from "@gauntlet/core";
import { messages } from "../messages.ts";
import { namedTask, refuseTaskId, taskIdInputs, taskIdOf } from "./named-task.ts";
import { taskState } from "./tasks.ts";

/** Stops a background task with everything it started. */
export const taskStop = defineTool({
  name: "TaskStop",
  aliases: ["KillShell"],
  description: messages.taskStopDescription,
  input: Type.Object(taskIdInputs, { additionalProperties: false }),
  effectKinds: ["state"],
  effects: (ids) => [{ kind: "state", slot: taskState(taskIdOf(ids) ?? ""), access: "write" }],
  validateInput: refuseTaskId,
  describeCall: (ids) => `stop background task ${taskIdOf(ids)}`,
  async execute(ids, ctx) {
    const { task, record } = namedTask(ids, ctx);
    if (task === undefined || record.status !== "running") return messages.taskNotRunning(record);
    task.watchers += 1;
    await task.stop();
    task.watchers -= 1;
    const end = await task.ended;
    return messages.taskStopped(task.record, end?.left === "running");
  },
});
