import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { SettledCall, Tool } from "@gauntlet/core";
import { isSameTree, type Snapshot, takeSnapshot } from "./scratch-files.ts";
import { openToolRoom, type RoomCall, type ToolNeeds } from "./tool-room.ts";

/** Two calls of one tool that may overlap. */
export interface CallPair {
  readonly inputs: readonly [unknown, unknown];
  /** Files of the scratch directory before the calls: relative path to content. */
  readonly files?: Readonly<Record<string, string>>;
  /** Calls made before in the same session. */
  readonly first?: readonly RoomCall[];
}

/** The text of a result as the model reads it. */
export function textOf({ content }: SettledCall["block"]): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
}

/** What differs when the calls are made in the other order, or at once. @param root absolute; an empty directory. */
export async function pairProblems(
  tool: Tool,
  { others = [], resources = [] }: ToolNeeds,
  pair: CallPair,
  root: string,
): Promise<readonly string[]> {
  const unclaimed = pair.inputs.findIndex((input) => tool.flags.isConcurrencySafe(input) !== true);
  if (unclaimed !== -1) return [`the tool does not say that call ${unclaimed + 1} is safe to overlap`];
  const play = (messages: readonly (readonly number[])[]) =>
    playPair({ tool, others, resources, pair, root }, messages);
  const inOrder = await play([[0], [1]]);
  const turned = await play([[1], [0]]);
  const atOnce = await play([[0, 1]]);
  return [
    ...differences(inOrder, turned, "in the other order"),
    ...differences(inOrder, atOnce, "at the same time"),
  ];
}

interface Played {
  readonly texts: readonly string[];
  readonly tree: Snapshot;
}

interface PairRoom extends ToolNeeds {
  readonly tool: Tool;
  readonly pair: CallPair;
  readonly root: string;
}

/** Always at the same place, since results may name it. @param messages calls made at once, by number. */
async function playPair(
  { tool, pair, root, ...needs }: PairRoom,
  messages: readonly (readonly number[])[],
): Promise<Played> {
  const place = join(root, "room");
  const { files = {}, first = [], inputs } = pair;
  const room = await openToolRoom({ ...needs, tool, root: place, files, first });
  const texts: string[] = [];
  try {
    for (const numbers of messages) {
      const settled = await room.session.call(
        numbers.map((number) => ({ tool: tool.name, input: inputs[number] })),
      );
      for (const [i, number] of numbers.entries()) {
        const { outcome, block } = settled[i] as SettledCall;
        texts[number] = `${outcome}: ${textOf(block)}`;
      }
    }
    return { texts, tree: await takeSnapshot(room.cwd) };
  } finally {
    await room.session.close();
    await rm(place, { recursive: true, force: true });
  }
}

function differences(one: Played, other: Played, when: string): readonly string[] {
  const results = one.texts.flatMap((text, i) =>
    text === other.texts[i]
      ? []
      : [
          `call ${i + 1} has another result ${when}: ${JSON.stringify(other.texts[i])}, not ${JSON.stringify(text)}`,
        ],
  );
  return isSameTree(one.tree, other.tree) ? results : [...results, `the files are not the same ${when}`];
}
