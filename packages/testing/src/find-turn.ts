import { type Cassette, type CassetteTurn, toolUseId } from "./cassette.ts";

/** Tells from a conversation which turn of a cassette comes next. */
export type TurnFinder = (messages: readonly unknown[]) => number;

/**
 * Makes a finder for one cassette. It looks at the conversation alone, so a request that is sent again gets the same
 * turn again, and a conversation that was resumed or forked goes on where it stands. An assistant message is known by
 * the ids of its tool uses, the server's included, else by its text; messages the cassette did not produce are passed over.
 */
export function createTurnFinder(cassette: Cassette): TurnFinder {
  const turnOfId = new Map<string, number>();
  for (const [turn, { blocks }] of cassette.turns.entries())
    for (const [index, block] of blocks.entries())
      if (block.type === "tool_use" || block.type === "server_tool_use")
        turnOfId.set(toolUseId(block, turn, index), turn);
  const texts = cassette.turns.map((turn: CassetteTurn) => textIn(turn.blocks));

  return (messages) => {
    let next = 0;
    for (const message of messages) {
      const { role, content } = message as { role?: unknown; content?: unknown };
      if (role !== "assistant") continue;
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : blocksIn(content);
      const turns = blocks.flatMap((block) => turnOfId.get(String(block["id"])) ?? []);
      const text = textIn(blocks);
      const produced = turns.length > 0 ? Math.max(...turns) : text === "" ? -1 : texts.indexOf(text, next);
      next = Math.max(next, produced + 1);
    }
    return next;
  };
}

type Fields = Readonly<Record<string, unknown>>;

const blocksIn = (content: unknown): readonly Fields[] =>
  Array.isArray(content) ? (content as Fields[]) : [];

const textIn = (blocks: readonly Fields[]): string =>
  blocks
    .filter(({ type }) => type === "text")
    .map(({ text }) => String(text))
    .join("")
    .trim();
