import { type CallContext, defineSlot, type Effect, type Json, type Slots } from "@gauntlet/core";

export const STATUSES = ["pending", "in_progress", "completed"] as const;
export type Status = (typeof STATUSES)[number];

/** A piece of work on the list of a session or of a subagent. */
export interface WorkItem {
  readonly id: string;
  readonly subject: string;
  readonly status: Status;
  /** What is being done, in the form "Running the tests". */
  readonly activeForm?: string;
  readonly description?: string;
  /** Ids of items that cannot begin before this one is completed. */
  readonly blocks: readonly string[];
  readonly blockedBy: readonly string[];
  readonly owner?: string;
  readonly metadata?: Readonly<Record<string, Json>>;
}

/** The list, by id; each agent has its own. TodoWrite and the Task tools work on the same one. */
export const workSlot = defineSlot<Json>("agent/work");

/** The effect of a call on the list. */
export const onList = (access: "read" | "write"): readonly Effect[] => [
  { kind: "state", slot: workSlot.name, access },
];

/** The list in the order of its ids. */
export function itemsIn({ slots }: Pick<CallContext, "slots">): readonly WorkItem[] {
  return slots
    .entries(workSlot)
    .map(([, item]) => item as unknown as WorkItem)
    .sort((a, b) => Number(a.id) - Number(b.id));
}

export const itemOf = ({ slots }: Pick<CallContext, "slots">, id: string): WorkItem | undefined =>
  slots.get(workSlot, id) as WorkItem | undefined;

export const keepItem = (slots: Slots, item: WorkItem): void =>
  slots.set(workSlot, item.id, item as unknown as Json);

/** Empties the list. */
export function clearItems(slots: Slots): void {
  for (const [id] of slots.entries(workSlot)) slots.delete(workSlot, id);
}

/** An id no item has had, as long as the list is not empty. */
export const nextId = (items: readonly WorkItem[]): string =>
  String(Math.max(0, ...items.map(({ id }) => Number(id))) + 1);

const MARKS: Record<Status, string> = { pending: "☐", in_progress: "▶", completed: "☑" };

/** The list as a person sees it: a line for each item. */
export const panelOf = (items: readonly Pick<WorkItem, "subject" | "status" | "activeForm">[]): string =>
  items.length === 0
    ? "The list is empty."
    : items
        .map(
          ({ subject, status, activeForm }) =>
            `${MARKS[status]} ${status === "in_progress" ? (activeForm ?? subject) : subject}`,
        )
        .join("\n");
