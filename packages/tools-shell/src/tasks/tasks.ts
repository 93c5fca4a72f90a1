import { rmSync } from "node:fs";
import { defineSlot, type ResourceScope } from "@gauntlet/core";
import { messages } from "../messages.ts";
import type { CommandEnd, CommandRun } from "../run-command.ts";
import { runTask, type Task, type TaskStart } from "./run-task.ts";
import type { TaskRecord } from "./task.ts";

/** The tasks of a session, those of earlier processes included. */
export const taskSlot = defineSlot<TaskRecord>("shell/tasks");

/** The background tasks of one session. */
export interface Tasks {
  /** @throws when the file for its output cannot be made. */
  start(start: Omit<TaskStart, "id" | "path" | "redact">): Task;
  /** A task of this process. */
  find(id: string): Task | undefined;
  /** What is known of a task, also of one that ran in an earlier process. */
  recordOf(id: string): TaskRecord | undefined;
  list(): readonly TaskRecord[];
  /** Takes a task that has ended off the list, with its output. */
  forget(task: Task): void;
  /** Stops all and waits for their end. */
  close(): Promise<void>;
}

/** Names the state a call on one task touches. */
export const taskState = (id: string): string => `${taskSlot.name}/${id}`;

/**
 * Makes the list of tasks of a session. What an earlier process left as running is marked as ended, and the model is
 * told.
 */
export function createTasks(
  { slots, newResultFile, redact, tell }: Pick<ResourceScope, "slots" | "newResultFile" | "redact" | "tell">,
  run: (run: CommandRun) => Promise<CommandEnd>,
): Tasks {
  const live = new Map<string, Task>();
  const known = (): readonly TaskRecord[] => slots.entries(taskSlot).map(([, record]) => record);
  let isClosing = false;
  let count = Math.max(0, ...known().map(({ id }) => Number(id.replace(/^\D*/, "")) || 0));

  const lost = known().filter(({ status }) => status === "running");
  for (const record of lost) slots.set(taskSlot, record.id, { ...record, status: "lost" });
  if (lost.length > 0) tell(messages.tasksLost(lost));

  const settled = (task: Task): void => {
    const { record } = task;
    try {
      slots.set(taskSlot, record.id, record);
    } catch {
      // The journal takes nothing more; whoever uses the session is told of that by its next call.
    }
    if (!isClosing && live.has(record.id) && task.watchers === 0) tell(messages.taskEnded(record));
  };

  return {
    start(start) {
      count += 1;
      const id = `bash_${count}`;
      const task = runTask({ ...start, id, path: newResultFile(id), redact }, run);
      live.set(id, task);
      slots.set(taskSlot, id, task.record);
      void task.ended.then(() => settled(task));
      return task;
    },
    find: (id) => live.get(id),
    recordOf: (id) => live.get(id)?.record ?? slots.get(taskSlot, id),
    list: () => known().map(({ id, ...record }) => live.get(id)?.record ?? { id, ...record }),
    forget({ record: { id, path } }) {
      live.delete(id);
      slots.delete(taskSlot, id);
      rmSync(path, { force: true });
    },
    async close() {
      isClosing = true;
      await Promise.all([...live.values()].map((task) => task.stop()));
    },
  };
}
