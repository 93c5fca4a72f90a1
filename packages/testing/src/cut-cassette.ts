import type { JournalEntry } from "@gauntlet/core";
import { type Cassette, type CassetteBlock, type CassetteTurn, OPENING, stopReasonOf } from "./cassette.ts";
import { type RecordedTurn, recordedSession } from "./recorded-session.ts";

/** How a cassette is cut. */
export interface CutOptions {
  /** Default: `session` and the first characters of its id. */
  readonly name?: string;
  /** Write `{{cwd}}` in place of the session's working directory, so that it plays elsewhere. Default true. */
  readonly movable?: boolean;
}

/**
 * Cuts a cassette from a journal: every answer of the model, in order. An input that could not be read is played as a
 * text that cannot be read; what exactly the model sent is not in the journal. Summaries are left out.
 * @returns a cassette that `startMessagesServer` and `gauntlet demo --cassette` play.
 */
export function cutCassette(entries: readonly JournalEntry[], options: CutOptions = {}): Cassette {
  const { id, cwd, prompts } = recordedSession(entries);
  const { name = `session ${id.slice(0, 8)}`, movable = true } = options;
  const turns = prompts.flatMap((prompt) => prompt.turns.map(turnFrom));
  return {
    name,
    turns: mapTexts(turns, (text) => literal(text, movable ? cwd : "")) as readonly CassetteTurn[],
  };
}

const UNREADABLE = '{"cut off';

function turnFrom({ blocks, stopReason, isCut }: RecordedTurn): CassetteTurn {
  const content = blocks.map(({ block, problem }): CassetteBlock => {
    if (problem === undefined) return block as CassetteBlock;
    const { input: _, ...rest } = block as CassetteBlock;
    return { ...rest, input_json: UNREADABLE };
  });
  const turn: CassetteTurn = { blocks: content };
  return {
    ...turn,
    ...(stopReason !== undefined && stopReason !== stopReasonOf(turn) && { stop_reason: stopReason }),
    ...(isCut && { cutAfterBlocks: content.length }),
  };
}

/** A text that comes out as it was when the cassette is played, but for the directory. */
function literal(text: string, cwd: string): string {
  const braced = text.replaceAll(/\{\{(?=\w+\}\})/g, `{{${OPENING}}}`);
  return cwd === "" ? braced : braced.replaceAll(directoryIn(cwd), "{{cwd}}");
}

/** The directory as a whole, and not as the beginning of a longer name. */
const directoryIn = (cwd: string): RegExp => new RegExp(`${cwd.replace(/[^\w/]/g, "\\$&")}(?![\\w.-])`, "g");

function mapTexts(value: unknown, map: (text: string) => string): unknown {
  if (typeof value === "string") return map(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map)]));
}
