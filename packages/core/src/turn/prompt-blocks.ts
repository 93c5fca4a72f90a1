import type { ResultBlock, UserBlock } from "../contract/message.ts";
import { SessionError } from "../errors.ts";
import { isBlankText, userBlockFault } from "../transcript/sendable.ts";

/** What a person can say. Results are the runtime's to give. */
export type PromptBlock = Exclude<UserBlock, ResultBlock>;

/**
 * What a person says as blocks that can be sent.
 * @throws GNT_SESSION_PROMPT.
 */
export function promptBlocks(content: string | readonly PromptBlock[]): readonly PromptBlock[] {
  const blocks: readonly UserBlock[] =
    typeof content === "string" ? [{ type: "text", text: content.toWellFormed() }] : content;
  const refuse = (message: string, hint: string): never => {
    throw new SessionError("GNT_SESSION_PROMPT", message, { hint });
  };
  if (blocks.every(isBlankText)) refuse("the prompt is blank", "say what is to be done");
  for (const [at, block] of blocks.entries()) {
    if (block.type === "tool_result")
      refuse(`block ${at} of the prompt is a result`, "send only what a person says");
    const fault = isBlankText(block) ? undefined : userBlockFault(block);
    if (fault)
      refuse(`the prompt ${fault}, as block ${at}`, "send texts, images and documents a model takes");
  }
  return blocks as readonly PromptBlock[];
}
