import { type CallContext, defineTool, type Json, Type } from "@gauntlet/core";
import { TASK_UPDATE } from "../descriptions.ts";
import { messages } from "../messages.ts";
import {
  itemOf,
  itemsIn,
  keepItem,
  onList,
  panelOf,
  STATUSES,
  type WorkItem,
  workSlot,
} from "./work-item.ts";

interface TaskChange {
  readonly taskId: string;
  readonly subject?: string;
  readonly description?: string;
  readonly activeForm?: string;
  readonly status?: WorkItem["status"] | "deleted";
  readonly addBlocks?: readonly string[];
  readonly addBlockedBy?: readonly string[];
  readonly owner?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** Changes one piece of work, or takes it off the list. */
export const taskUpdate = defineTool({
  name: "TaskUpdate",
  description: TASK_UPDATE,
  input: Type.Object(
    {
      taskId: Type.String({ minLength: 1, description: "Id of the task" }),
      subject: Type.Optional(Type.String({ minLength: 1, description: "What is to be done, in a line" })),
      description: Type.Optional(Type.String({ description: "What belongs to it, and when it is done" })),
      activeForm: Type.Optional(
        Type.String({ minLength: 1, description: "What is being done: Running the tests" }),
      ),
      status: Type.Optional(
        Type.Union(
          [...STATUSES, "deleted" as const].map((one) => Type.Literal(one)),
          { description: "How far it is; `deleted` takes it off the list" },
        ),
      ),
      addBlocks: Type.Optional(
        Type.Array(Type.String(), { description: "Ids of tasks that wait for this one" }),
      ),
      addBlockedBy: Type.Optional(
        Type.Array(Type.String(), { description: "Ids of tasks this one waits for" }),
      ),
      owner: Type.Optional(Type.String({ description: "Who works on it" })),
      metadata: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: "Keys to set; null takes a key away" }),
      ),
    },
    { additionalProperties: false },
  ),
  shouldDefer: true,

  effectKinds: ["state"],
  effects: () => onList("write"),
  validateInput: (change, ctx) => objection(change, ctx),
  describeCall: ({ taskId, status }) => `${status === "deleted" ? "delete" : "change"} task ${taskId}`,

  execute(change, ctx): WorkItem {
    const { taskId, status } = change;
    const before = itemOf(ctx, taskId);
    if (!before) throw new Error(messages.noSuchTask(taskId, itemsIn(ctx)));
    if (status === "deleted") {
      remove(before, ctx);
      return before;
    }
    const after = changed(before, change);
    keepItem(ctx.slots, after);
    for (const id of change.addBlocks ?? []) link(id, { blockedBy: [taskId] }, ctx);
    for (const id of change.addBlockedBy ?? []) link(id, { blocks: [taskId] }, ctx);
    return after;
  },
  toModel: (item, { status }) =>
    status === "deleted" ? messages.taskDeleted(item.id) : messages.taskUpdated(item),
  toPerson: ({ output, text }) => (output === undefined ? text : panelOf([output as WorkItem])),
});

function objection(change: TaskChange, ctx: CallContext): string | undefined {
  const { taskId, addBlocks = [], addBlockedBy = [] } = change;
  const named = [taskId, ...addBlocks, ...addBlockedBy];
  const missing = named.find((id) => !itemOf(ctx, id));
  if (missing !== undefined) return messages.noSuchTask(missing, itemsIn(ctx));
  return [...addBlocks, ...addBlockedBy].includes(taskId) ? messages.blocksItself(taskId) : undefined;
}

function changed(before: WorkItem, change: TaskChange): WorkItem {
  const { subject, description, activeForm, status, owner, addBlocks = [], addBlockedBy = [] } = change;
  return {
    ...before,
    ...(subject !== undefined && { subject }),
    ...(description !== undefined && { description }),
    ...(activeForm !== undefined && { activeForm }),
    ...(status !== undefined && status !== "deleted" && { status }),
    ...(owner !== undefined && { owner }),
    ...(change.metadata && { metadata: merged(before.metadata, change.metadata) }),
    blocks: union(before.blocks, addBlocks),
    blockedBy: union(before.blockedBy, addBlockedBy),
  };
}

function merged(
  before: WorkItem["metadata"] = {},
  change: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Json>> {
  const all = new Map(Object.entries({ ...before, ...change }).filter(([, value]) => value !== null));
  return Object.fromEntries(all) as Record<string, Json>;
}

function link(
  id: string,
  { blocks = [], blockedBy = [] }: Partial<Pick<WorkItem, "blocks" | "blockedBy">>,
  ctx: CallContext,
): void {
  const item = itemOf(ctx, id);
  if (!item) return;
  keepItem(ctx.slots, {
    ...item,
    blocks: union(item.blocks, blocks),
    blockedBy: union(item.blockedBy, blockedBy),
  });
}

/** Takes an item off the list, and its id out of all others. */
function remove({ id }: WorkItem, ctx: CallContext): void {
  ctx.slots.delete(workSlot, id);
  for (const item of itemsIn(ctx)) {
    if (!item.blocks.includes(id) && !item.blockedBy.includes(id)) continue;
    const without = (ids: readonly string[]): readonly string[] => ids.filter((other) => other !== id);
    keepItem(ctx.slots, { ...item, blocks: without(item.blocks), blockedBy: without(item.blockedBy) });
  }
}

const union = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])];
