import fc from "fast-check";
import { expect, test } from "vitest";
import type { ResultBlock } from "../../src/index.ts";
import { textBytes } from "../../src/results/limit-content.ts";
import { fitMessage } from "../../src/results/message-budget.ts";

const result = (id: string, bytes: number): ResultBlock => ({
  type: "tool_result",
  tool_use_id: id,
  content: id.slice(0, 1).repeat(bytes),
});

async function fit(blocks: readonly ResultBlock[], messageResultBytes: number) {
  const spilled: string[] = [];
  const fitted = await fitMessage(blocks, {
    messageResultBytes,
    previewBytes: 200,
    spill: async (call) => {
      spilled.push(call);
      return `/results/${call}.txt`;
    },
  });
  return { fitted, spilled };
}

test("results within the budget stay the same objects", async () => {
  const blocks = [result("a", 500), result("b", 500)];
  const { fitted, spilled } = await fit(blocks, 1_000);
  expect(fitted.every((block, i) => block === blocks[i])).toBe(true);
  expect(spilled).toEqual([]);
});

test("the largest are replaced first, only as many as needed, and the order stays", async () => {
  const { fitted, spilled } = await fit([result("a", 3_000), result("b", 9_000), result("c", 5_000)], 8_000);
  expect(spilled).toEqual(["b", "c"]);
  expect(fitted.map(({ tool_use_id }) => tool_use_id)).toEqual(["a", "b", "c"]);
  expect(fitted[0]?.content).toBe("a".repeat(3_000));
  expect(fitted[1]?.content).toContain("/results/b.txt");
});

test("a replaced error stays an error", async () => {
  const { fitted } = await fit([{ ...result("a", 3_000), is_error: true }], 100);
  expect(fitted[0]).toMatchObject({ tool_use_id: "a", is_error: true });
});

test("whatever the sizes: ids and order stay, nothing grows, and small results are not replaced", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(4_000), { maxLength: 8 }), fc.nat(8_000), async (sizes, limit) => {
      const blocks = sizes.map((bytes, i) => result(String.fromCharCode(97 + i), bytes));
      const { fitted } = await fit(blocks, limit);
      for (const [i, block] of fitted.entries()) {
        expect(block.tool_use_id).toBe(blocks[i]?.tool_use_id);
        expect(textBytes(block.content)).toBeLessThanOrEqual(sizes[i] as number);
        if ((sizes[i] as number) <= 400) expect(block).toBe(blocks[i]);
      }
    }),
  );
});
