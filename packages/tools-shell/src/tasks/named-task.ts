import { type CallContext, Type } from "@gauntlet/core";
import { messages } from "../messages.ts";
import { shellSession } from "../shell-session.ts";
import type { Task } from "./run-task.ts";
import type { TaskRecord } from "./task.ts";

/** How calls name a task; `older` is what the same input is called elsewhere. */
export const taskIdInputs = {
  task_id: Type.Optional(Type.String({ minLength: 1, description: messages.taskIdInput })),
  bash_id: Type.Optional(Type.String({ minLength: 1, description: messages.olderTaskIdInput })),
  shell_id: Type.Optional(Type.String({ minLength: 1, description: messages.olderTaskIdInput })),
};

/** The inputs of `taskIdInputs`. */
export interface TaskIds {
  readonly task_id?: string;
  readonly bash_id?: string;
  readonly shell_id?: string;
}

/** The id a call names. */
export const taskIdOf = ({ task_id, bash_id, shell_id }: TaskIds): string | undefined =>
  task_id ?? bash_id ?? shell_id;

/** Why a call names no task, for the model. */
export function refuseTaskId(ids: TaskIds, ctx: CallContext): string | undefined {
  const given = new Set([ids.task_id, ids.bash_id, ids.shell_id].filter((id) => id !== undefined));
  if (given.size > 1) return messages.severalTaskIds;
  const id = taskIdOf(ids);
  if (id === undefined) return messages.noTaskId;
  const { tasks } = ctx.resource(shellSession);
  if (tasks.recordOf(id) !== undefined) return undefined;
  return messages.noSuchTask(
    id,
    tasks.list().map((record) => record.id),
  );
}

/**
 * The task a call names.
 * @throws Error for the model when there is none.
 */
export function namedTask(
  ids: TaskIds,
  ctx: CallContext,
): { readonly task: Task | undefined; readonly record: TaskRecord } {
  const { tasks } = ctx.resource(shellSession);
  const id = taskIdOf(ids) ?? "";
  const record = tasks.recordOf(id);
  if (record === undefined) throw new Error(refuseTaskId(ids, ctx));
  return { task: tasks.find(id), record };
}
