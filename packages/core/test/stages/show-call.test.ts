import { describe, expect, test } from "vitest";
import type { PersonView, PromptEvent, ResultContent } from "../../src/index.ts";
import { use } from "../turn/conversation.ts";
import { createWorld, tool, type WorldOptions } from "../world.ts";

/** What people are shown of one call: its arrival and its end. */
async function shown(block: ReturnType<typeof use>, options: WorldOptions) {
  const world = await createWorld({ turns: [{ blocks: [block] }, { blocks: [] }], ...options });
  const { events } = await world.prompt();
  const find = <T extends PromptEvent["type"]>(type: T) =>
    events.find((event) => event.type === type) as Extract<PromptEvent, { type: T }> | undefined;
  return { requested: find("call.requested"), ended: find("call.shown") };
}

describe("a call that arrives is shown", () => {
  test("in its tool's words, under the name of the tool", async () => {
    const act = tool("Act", {
      aliases: ["OldAct"],
      describeCall: (input) => `acts on ${JSON.stringify(input)}`,
    });
    const { requested, ended } = await shown(use("OldAct", { input: { n: 1 } }), { toolList: [act] });
    expect(requested).toMatchObject({ tool: "Act", input: { n: 1 }, words: 'acts on {"n":1}' });
    expect(ended).toMatchObject({ tool: "Act", call: requested?.call, outcome: "succeeded" });
  });

  test("under the name it was given, when no tool answers to it", async () => {
    const { requested, ended } = await shown(use("Nobody"), {});
    expect(requested).toMatchObject({ tool: "Nobody", words: "Nobody" });
    expect(ended).toMatchObject({ tool: "Nobody", outcome: "invalid" });
    expect(ended?.text).toContain("There is no tool named `Nobody`");
  });
});

describe("the end of a call is shown", () => {
  const broken = () => {
    throw new Error("broken");
  };

  test.each<[string, Parameters<typeof tool>[1], PersonView]>([
    [
      "with the output of a success",
      { execute: () => ({ n: 2 }), toModel: () => "two" },
      { outcome: "succeeded", input: { n: 1 }, output: { n: 2 }, text: "two" },
    ],
    [
      "with the text of a failure",
      { execute: broken },
      { outcome: "failed", input: { n: 1 }, text: "broken" },
    ],
  ])("to its tool, for words of its own, %s", async (_, over, view) => {
    const seen: PersonView[] = [];
    const toPerson = (given: PersonView) => `shown: ${String(seen.push(given))}`;
    const act = tool("Act", { ...over, toPerson });
    const { ended } = await shown(use("Act", { input: { n: 1 } }), { toolList: [act] });
    expect(ended?.text).toBe("shown: 1");
    expect(seen).toStrictEqual([view]);
  });

  test.each<[string, () => string]>([
    ["has no words", broken],
    ["has no text as words", () => 5 as never],
  ])("as the model reads it, when its tool %s", async (_, toPerson) => {
    const { ended } = await shown(use("Act"), { toolList: [tool("Act", { toPerson })] });
    expect(ended?.text).toBe("Act ran");
  });

  test("with names in place of what is no text", async () => {
    const image = {
      type: "image",
      source: { type: "base64", media_type: "image/png", data: "AAAA" },
    } as const;
    const parts: readonly ResultContent[] = [
      { type: "text", text: "see" },
      image,
      { type: "tool_reference", tool_name: "Other" },
    ];
    const act = tool("Act", { toModel: () => parts });
    expect((await shown(use("Act"), { toolList: [act] })).ended?.text).toBe("see\n[image]\n[tool: Other]");
  });
});
