import { defineTool, type PersonView, Type } from "@gauntlet/core";
import { TODO_WRITE } from "../descriptions.ts";
import { messages } from "../messages.ts";
import {
  clearItems,
  itemsIn,
  keepItem,
  onList,
  panelOf,
  STATUSES,
  type Status,
  type WorkItem,
} from "./work-item.ts";

interface Todo {
  readonly content: string;
  readonly status: Status;
  readonly activeForm: string;
}

/** The list before and after. */
export interface TodoOutput {
  readonly oldTodos: readonly Todo[];
  readonly newTodos: readonly Todo[];
}

/** Replaces the to-do list by a new one. */
export const todoWrite = defineTool({
  name: "TodoWrite",
  description: TODO_WRITE,
  input: Type.Object(
    {
      todos: Type.Array(
        Type.Object(
          {
            content: Type.String({ minLength: 1, description: "What is to be done: Run the tests" }),
            status: Type.Union(
              STATUSES.map((status) => Type.Literal(status)),
              { description: "How far it is" },
            ),
            activeForm: Type.String({ minLength: 1, description: "What is being done: Running the tests" }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 200, description: "The whole list, in order; it takes the place of the one before" },
      ),
    },
    { additionalProperties: false },
  ),

  effectKinds: ["state"],
  effects: () => onList("write"),
  describeCall: ({ todos }) => `set the to-do list to ${todos.length} items`,

  execute({ todos }, ctx): TodoOutput {
    const oldTodos = itemsIn(ctx).map(todoOf);
    clearItems(ctx.slots);
    // A list on which everything is done is no list any more.
    if (todos.some(({ status }) => status !== "completed"))
      for (const [at, todo] of todos.entries()) keepItem(ctx.slots, itemFrom(todo, String(at + 1)));
    return { oldTodos, newTodos: todos };
  },
  toModel: ({ newTodos }) => messages.todosKept(newTodos),
  toPerson: panel,
});

const itemFrom = ({ content, status, activeForm }: Todo, id: string): WorkItem => ({
  id,
  subject: content,
  status,
  activeForm,
  blocks: [],
  blockedBy: [],
});

const todoOf = ({ subject, status, activeForm = subject }: WorkItem): Todo => ({
  content: subject,
  status,
  activeForm,
});

/** The list itself, where there is one; what went wrong else. */
function panel({ outcome, input, text }: PersonView): string {
  if (outcome !== "succeeded" && outcome !== "asked") return text;
  const { todos } = input as { readonly todos: readonly Todo[] };
  return panelOf(todos.map(({ content, status, activeForm }) => ({ subject: content, status, activeForm })));
}
