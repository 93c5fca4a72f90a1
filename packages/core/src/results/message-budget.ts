import type { ResultBlock } from "../contract/message.ts";
import { limitContent, textBytes } from "./limit-content.ts";

interface Budget {
  readonly messageResultBytes: number;
  readonly previewBytes: number;
  spill(callId: string, text: string): Promise<string>;
}

/**
 * Brings the results of one message within its budget by replacing the largest texts by previews, one after the
 * other, until the rest fits. Results that are no longer than a preview stay.
 * @returns the results in the same order; replaced ones are new objects.
 */
export async function fitMessage(
  results: readonly ResultBlock[],
  budget: Budget,
): Promise<readonly ResultBlock[]> {
  const sizes = results.map(({ content }) => textBytes(content));
  let total = sizes.reduce((sum, size) => sum + size, 0);
  const fitted = [...results];
  const largestFirst = [...sizes.keys()].sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0));
  for (const i of largestFirst) {
    const block = fitted[i];
    if (total <= budget.messageResultBytes || !block || (sizes[i] ?? 0) <= 2 * budget.previewBytes) break;
    const content = await limitContent(block.content, {
      maxBytes: 0,
      previewBytes: budget.previewBytes,
      spill: (text) => budget.spill(block.tool_use_id, text),
    });
    fitted[i] = Object.freeze({ ...block, content });
    total -= (sizes[i] ?? 0) - textBytes(content);
  }
  return fitted;
}
