import type { UserBlock } from "../contract/message.ts";
import type { Runtime } from "../stages/runtime.ts";

/** A prompt as it is submitted, or why hooks refuse it. */
export type Submitted = { readonly content: readonly UserBlock[] } | { readonly refused: string };

/**
 * Shows a prompt to the UserPromptSubmit hooks. What they add for the model stands behind it, and then what others had to
 * tell it.
 */
export async function submitPrompt(content: readonly UserBlock[], runtime: Runtime): Promise<Submitted> {
  const { commandHooks } = runtime;
  const withTexts = (texts: readonly string[]): Submitted => ({
    content: [
      ...content,
      ...[...texts, ...runtime.takeTold()].map((text): UserBlock => ({ type: "text", text })),
    ],
  });
  // What a subagent is told comes from a call, which was judged.
  if (runtime.agent || !commandHooks.has("UserPromptSubmit")) return withTexts([]);
  const prompt = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  const { blocked, stop, context } = await commandHooks.fire({ event: "UserPromptSubmit", prompt }, runtime);
  runtime.signal.throwIfAborted();
  const refused = stop ?? blocked;
  return refused === undefined ? withTexts(context) : { refused };
}
