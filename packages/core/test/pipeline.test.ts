import { describe, expect, test } from "vitest";
import type { JournalEntry, PersonAnswer } from "../src/index.ts";
import { Type } from "../src/index.ts";
import { callOne, createWorld, eventsOf, latch, tapping, textOf, tool } from "./world.ts";

/** Lets everything that was set free run as far as it gets. */
const settled = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
};

const typesOf = (journal: readonly JournalEntry[], call: string): readonly string[] =>
  journal.flatMap(({ event }) => ("call" in event && event.call === call ? [event.type] : []));

describe("a gate that hangs when its call is aborted", () => {
  /** Aborts a call that hangs, then lets it go on, and gives what the journal holds of it. */
  async function abandoned(
    hang: (here: { reached: () => void; until: Promise<void> }) => Parameters<typeof createWorld>[0],
  ) {
    const reached = latch();
    const release = latch();
    const world = await createWorld(hang({ reached: () => reached.open(), until: release.promise }));
    const abort = new AbortController();
    const call = callOne(world, "Act", { path: "a" }, abort.signal);
    await reached.promise;
    abort.abort();
    const ended = await call;
    release.open();
    await settled();
    await world.session.close();
    return { world, ended, events: typesOf(await world.journal(), ended.id) };
  }
  const act = tool("Act");

  test("records no rewrite after its call has settled", async () => {
    const { ended, events } = await abandoned(({ reached, until }) => ({
      toolList: [act],
      plugins: [
        tapping(({ preToolUse }) =>
          preToolUse.tap("slow", async (draft) => {
            reached();
            await until;
            draft.rewrite({ path: "b" });
          }),
        ),
      ],
    }));
    expect([ended.outcome, events]).toEqual(["cancelled", ["call.settled"]]);
  });

  test("records no decision after its call has settled", async () => {
    const { events } = await abandoned(({ reached, until }) => ({
      toolList: [act],
      plugins: [
        tapping(({ permission }) =>
          permission.tap("slow", async () => {
            reached();
            await until;
          }),
        ),
      ],
    }));
    expect(events).toEqual(["call.settled"]);
  });

  test("records no clean-up after its call has settled", async () => {
    const { events } = await abandoned(({ reached, until }) => ({
      toolList: [
        tool("Act", {
          input: Type.Object({ path: Type.String({ format: "path" }) }),
          isReadOnly: true,
        }),
      ],
      plugins: [
        tapping(({ validate }) =>
          validate.tap("slow", async () => {
            reached();
            await until;
          }),
        ),
      ],
    }));
    expect(events).toEqual(["call.settled"]);
  });

  test("remembers all the rules that its person gave, though they were still being written", async () => {
    const { world } = await abandoned(({ reached, until }) => ({
      toolList: [act],
      permissions: {},
      saveRule: async () => {
        reached();
        await until;
      },
      answerers: [
        {
          name: "person",
          answer: async (): Promise<PersonAnswer> => ({
            behavior: "allow",
            remember: { rules: ["Act(path:a)", "Act(path:b)"], scope: "local" },
          }),
        },
      ],
    }));
    await world.session.close();
    expect(eventsOf(await world.journal(), "rule.remembered").map(({ rule }) => rule)).toEqual([
      "Act(path:a)",
      "Act(path:b)",
    ]);
  });
});

describe("what goes wrong after a tool has run", () => {
  const textless = Object.create(null) as string;

  test.each([
    ["replaced the text with", { replacement: textless }],
    ["added as a note", { notes: [textless] }],
    ["ended the turn with", { endTurn: textless }],
  ])("because a tap %s what has no text keeps the outcome", async (_, over) => {
    const world = await createWorld({
      toolList: [tool("Act")],
      plugins: [tapping(({ postToolUse }) => postToolUse.tap("odd", (draft) => ({ ...draft, ...over })))],
    });
    const ended = await callOne(world, "Act");
    expect(ended.outcome).toBe("succeeded");
    expect(`${textOf(ended)} ${ended.endTurn}`).toContain("(not a text)");
  });

  const throwing = (execute: () => unknown) => ({
    toolList: [tool("Act", { execute })],
    plugins: [
      tapping(({ postToolUse }) =>
        postToolUse.tap("odd", (draft) =>
          Object.defineProperty({ ...draft }, "replacement", {
            get: () => {
              throw new Error("no text for you");
            },
          }),
        ),
      ),
    ],
  });

  test("anywhere keeps the outcome and says that the result could not be shown", async () => {
    const ended = await callOne(await createWorld(throwing(() => "secret")), "Act");
    expect([ended.outcome, textOf(ended)]).toEqual([
      "succeeded",
      "Act was done, but its result could not be shown: no text for you. Do not repeat it; check what it did.",
    ]);
  });

  test("keeps a failure a failure, without its text", async () => {
    const world = await createWorld(
      throwing(() => {
        throw new Error("secret");
      }),
    );
    const ended = await callOne(world, "Act");
    expect([ended.outcome, textOf(ended)]).toEqual([
      "failed",
      "Act ended as failed, and what it said could not be shown: no text for you. Check what it did before you repeat it.",
    ]);
  });

  test("is not called a cancellation before the start when the call was aborted meanwhile", async () => {
    const abort = new AbortController();
    const world = await createWorld(
      throwing(() => {
        abort.abort();
        return "done";
      }),
    );
    const ended = await callOne(world, "Act", {}, abort.signal);
    expect(textOf(ended)).not.toContain("nothing was done");
  });

  test("because the tool has no words for a person shows them what the model reads", async () => {
    const world = await createWorld({
      toolList: [tool("Act", { toPerson: () => ({ odd: true }) as never, describeCall: () => 7 as never })],
      turns: [{ blocks: [{ type: "tool_use", name: "Act", input: {} }] }],
    });
    const { events } = await world.prompt();
    expect(events.find(({ type }) => type === "call.shown")).toMatchObject({ text: "Act ran" });
    expect(events.find(({ type }) => type === "call.requested")).toMatchObject({ words: "Act {}" });
  });
});

test("a stop by the person at a call of a call stops the other calls of the message", async () => {
  let ran = false;
  const world = await createWorld({
    toolList: [
      tool("Parent", { execute: async (_, context) => (await context.call("Child", {})).outcome }),
      tool("Child"),
      tool("Later", {
        execute: () => {
          ran = true;
        },
      }),
    ],
    permissions: { allow: ["Parent", "Later"] },
    answerers: [{ name: "person", answer: async () => ({ behavior: "stop" }) }],
    turns: [
      {
        blocks: [
          { type: "tool_use", name: "Parent" },
          { type: "tool_use", name: "Later" },
        ],
      },
    ],
  });
  const { summary } = await world.prompt();
  expect([summary.reason, ran]).toEqual(["stopped", false]);
});
