import { expect, test } from "vitest";
import { assertValidRequest, type ResultBlock } from "../src/index.ts";
import { createWorld, latch, tool } from "./world.ts";

const use = (name: string, n = 0) => ({ type: "tool_use", name, input: { n } }) as const;

test("an interrupt keeps the results that are there, in call order, before what the person says next", async () => {
  const finished = latch();
  let done = 0;
  const act = tool("Act", {
    isConcurrencySafe: true,
    execute: (input, { signal }) => {
      const { n } = input as { n: number };
      if (n > 2)
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      return new Promise((resolve) =>
        setTimeout(
          () => {
            resolve(`real ${n}`);
            done += 1;
            if (done === 2) finished.open();
          },
          n === 1 ? 15 : 0,
        ),
      );
    },
  });
  const world = await createWorld({
    toolList: [act],
    turns: [{ blocks: [use("Act", 1), use("Act", 2), use("Act", 3), use("Act", 4)] }],
  });
  const stop = new AbortController();
  const prompting = world.prompt("go", stop.signal);
  await finished.promise;
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  expect((await prompting).summary.reason).toBe("aborted");
  await world.prompt("why?");
  const { messages = [] } = world.model.requests[1] ?? {};
  assertValidRequest(messages);
  const content = messages[2]?.content ?? [];
  expect(content.map((block) => (block as ResultBlock).content ?? (block as { text?: string }).text)).toEqual(
    ["real 1", "real 2", expect.stringMatching(/^Cancelled/), expect.stringMatching(/^Cancelled/), "why?"],
  );
});

test("a call that fails takes none of its siblings with it", async () => {
  const world = await createWorld({
    toolList: [
      tool("Fails", {
        execute: () => {
          throw new Error("no such file");
        },
      }),
      tool("Works"),
    ],
    turns: [{ blocks: [use("Fails"), use("Works"), use("Works", 1)] }],
  });
  await world.prompt();
  const results = world.model.requests[1]?.messages.at(-1)?.content as readonly ResultBlock[];
  expect(results.map(({ is_error, content }) => [is_error ?? false, content])).toEqual([
    [true, "no such file"],
    [false, "Works ran"],
    [false, "Works ran"],
  ]);
});

test("inputs of ten megabytes pass, and are sent back as they came", async () => {
  const input = { text: "0123456789".repeat(1_000_000), list: Array.from({ length: 200_000 }, (_, i) => i) };
  const echo = tool("Echo", { execute: (given) => String((given as { text: string }).text.length) });
  const world = await createWorld({
    toolList: [echo],
    turns: [
      {
        blocks: [
          { type: "tool_use", name: "Echo", input },
          { type: "tool_use", name: "Echo", input },
        ],
      },
    ],
  });
  await world.prompt();
  const { messages = [] } = world.model.requests[1] ?? {};
  assertValidRequest(messages);
  const [, asked, answered] = messages;
  expect(asked?.content[1]).toMatchObject({ input });
  expect(answered?.content).toMatchObject([{ content: "10000000" }, { content: "10000000" }]);
  await world.session.close();
  const session = await world.gauntlet.session({ resume: world.session.id });
  for await (const _ of session.prompt("and?"));
  await session.close();
  assertValidRequest(world.model.requests.at(-1)?.messages ?? []);
});
