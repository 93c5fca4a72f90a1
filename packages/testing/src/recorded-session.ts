import type { AssistantBlock, JournalEntry, Message, Usage, UserBlock } from "@gauntlet/core";

/** What a journal holds of one answer of the model. */
export interface RecordedTurn {
  readonly message: string;
  readonly blocks: readonly { readonly block: AssistantBlock; readonly problem?: string }[];
  /** Missing when the message has no end. */
  readonly stopReason?: string;
  readonly usage?: Usage;
  /** The stream broke after the last block. */
  readonly isCut: boolean;
}

/** What was said, answered and summarized from one prompt to the next. */
export interface RecordedPrompt {
  readonly content: readonly UserBlock[];
  readonly turns: readonly RecordedTurn[];
  /** Summaries the model gave to shorten the conversation; undefined for an attempt that failed. */
  readonly summaries: readonly (string | undefined)[];
  /** How it ended; missing when the process ended first. */
  readonly end?: string;
}

/** A journal as a conversation that can be played again. */
export interface RecordedSession {
  readonly id: string;
  readonly cwd: string;
  /** A conversation from elsewhere that it began with. */
  readonly history?: readonly Message[];
  readonly prompts: readonly RecordedPrompt[];
}

type Open<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };
type OpenTurn = Open<RecordedTurn>;
interface OpenPrompt extends Omit<Open<RecordedPrompt>, "turns"> {
  turns: OpenTurn[];
}

/** Reads what the person and the model said. Attempts of a request that came to nothing are left out. */
export function recordedSession(entries: readonly JournalEntry[]): RecordedSession {
  let [id, cwd] = ["", ""];
  let history: readonly Message[] | undefined;
  const prompts: OpenPrompt[] = [];
  const turnOf = (message: string): OpenTurn | undefined =>
    prompts.at(-1)?.turns.find((turn) => turn.message === message);

  for (const { event } of entries) {
    const prompt = prompts.at(-1);
    switch (event.type) {
      case "session.started":
        ({ session: id, cwd } = event);
        break;
      case "history.loaded":
        history = event.messages;
        break;
      case "prompt.submitted":
        prompts.push({ content: [...event.content], turns: [], summaries: [] });
        break;
      case "message.started":
        prompt?.turns.push({ message: event.message, blocks: [], isCut: false });
        break;
      case "block.completed": {
        const { block, problem } = event;
        turnOf(event.message)?.blocks.push({ block, ...(problem !== undefined && { problem }) });
        break;
      }
      case "message.completed": {
        const { stopReason, usage } = event;
        Object.assign(turnOf(event.message) ?? {}, { stopReason, usage });
        break;
      }
      case "message.truncated":
        Object.assign(turnOf(event.message) ?? {}, { isCut: true });
        break;
      case "message.dropped":
        // A refusal is an answer; what broke off was asked for again.
        if (prompt && turnOf(event.message)?.stopReason !== "refusal")
          prompt.turns = prompt.turns.filter(({ message }) => message !== event.message);
        break;
      case "conversation.compacted":
        prompt?.summaries.push(summaryIn(event.summary));
        break;
      case "compaction.failed":
        prompt?.summaries.push(undefined);
        break;
      case "turn.ended":
        if (prompt) prompt.end = event.reason;
        break;
      default:
    }
  }
  return { id, cwd, ...(history && { history }), prompts };
}

/** The model's own words, without those around them. */
const summaryIn = (text: string): string => text.split("\n\n").slice(1, -1).join("\n\n") || text;
