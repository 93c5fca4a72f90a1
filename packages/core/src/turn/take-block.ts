import { isDeepStrictEqual } from "node:util";
import { type AssistantBlock, isToolUse, type TextBlock, type ToolUseBlock } from "../contract/message.ts";
import type { ModelEvent } from "../model/port.ts";
import type { TurnRoom } from "./room.ts";
import { type SealedUse, sealToolUse } from "./seal-tool-use.ts";
import type { StartedCalls } from "./started-calls.ts";

type BlockCompleted = Extract<ModelEvent, { type: "block.completed" }>;

/** Takes the whole blocks of one message, in order. */
export type TakeBlock = (event: BlockCompleted) => void;

/**
 * Makes the intake for one message: each block is made sendable and recorded, and a tool use goes on its way. The same
 * tool use twice (id, name and input) counts once. Blocks that are neither text nor tool use are never touched.
 * @param message id of the message.
 */
export function createIntake(
  message: string,
  { calls, room }: { readonly calls: StartedCalls; readonly room: TurnRoom },
): TakeBlock {
  const { runtime, transcript } = room;
  // What a search of this very message finds was not known when the message was written.
  const discovered: ReadonlySet<string> = new Set(transcript.discovery.names);
  const taken: { readonly givenId: string; readonly use: SealedUse }[] = [];

  const takeToolUse = (block: ToolUseBlock, givenProblem: string | undefined): void => {
    const use = sealToolUse(block, givenProblem, { hasUse: transcript.hasUse, newId: () => runtime.newId() });
    const givenId = use.given?.id ?? use.block.id;
    if (taken.some((earlier) => givenId === earlier.givenId && isSame(use, earlier.use))) {
      const what = `the tool use \`${givenId}\` of \`${use.name}\` came twice and counts once`;
      runtime.record({ type: "transcript.repaired", what: [what] });
      return;
    }
    taken.push({ givenId, use });
    const { problem, given, name } = use;
    const { id, input } = use.block;
    const judged = problem === undefined ? {} : { problem };
    runtime.record({
      type: "block.completed",
      message,
      block: use.block,
      ...judged,
      ...(given && { given }),
    });
    calls.start({ state: "requested", id, name, input, discovered, ...judged });
  };

  return ({ block, problem }) => {
    if (isToolUse(block)) takeToolUse(block, problem);
    else runtime.record({ type: "block.completed", message, block: sendableBlock(block) });
  };
}

/** Without an id two uses are never the same, and of two that could not be read nobody knows. */
const isSame = (one: SealedUse, other: SealedUse): boolean =>
  (one.given?.id ?? one.block.id) !== "" &&
  one.problem === undefined &&
  other.problem === undefined &&
  one.name === other.name &&
  isDeepStrictEqual(one.block.input, other.block.input);

/** A lone surrogate in a text would make every later request unreadable. */
function sendableBlock(block: AssistantBlock): AssistantBlock {
  const { text } = block as Partial<TextBlock>;
  if (block.type !== "text" || typeof text !== "string" || text.isWellFormed()) return block;
  return { ...block, text: text.toWellFormed() };
}
