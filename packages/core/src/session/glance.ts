import type { ForkOrigin, JournalEntry, SessionEvent, TurnEnd } from "../contract/event.ts";
import { looseEntry } from "./loose-entry.ts";
import type { FileEnds } from "./read-ends.ts";

/** How the last prompt of a session, or its last call without one, came to its end. */
export type SessionEnd = TurnEnd | "interrupted";

/** What the beginning of a journal says. Members are missing where it does not say them. */
export interface HeadGlance {
  readonly cwd?: string;
  /** ISO 8601. */
  readonly startedAt?: string;
  readonly forkedFrom?: ForkOrigin;
  /** Text of the first prompt, cut at `PROMPT_CHARACTERS`. */
  readonly prompt?: string;
}

/** Most characters of a first prompt that are shown; a longer one ends in an ellipsis. */
export const PROMPT_CHARACTERS = 1_000;

/** Reads what the first lines say, without checking the chain; lines that cannot be read are passed over. */
export function glanceAtHead({ head, cut }: Pick<FileEnds, "head" | "cut">): HeadGlance {
  let glance: HeadGlance = {};
  for (const line of head) {
    const entry = looseEntry(line);
    if (entry?.event.type === "session.started" && glance.startedAt === undefined)
      glance = { ...glance, ...startOf(entry) };
    const prompt = entry && promptOf(entry.event);
    if (prompt !== undefined) return { ...glance, prompt: shorten(prompt) };
  }
  const prompt = promptInCutLine(cut ?? "");
  return prompt === undefined ? glance : { ...glance, prompt: shorten(prompt) };
}

/** Events of a prompt that is under way. */
const DURING: readonly SessionEvent["type"][] = [
  "prompt.submitted",
  "request.sent",
  "request.retried",
  "message.started",
  "block.completed",
  "message.completed",
  "message.truncated",
  "message.dropped",
  "results.sent",
];

/** How it ended, as far as the last lines show it. */
export function glanceAtTail(tail: readonly string[]): SessionEnd | undefined {
  const settled = new Set<string>();
  for (const line of tail.toReversed()) {
    const event = looseEntry(line)?.event;
    if (event?.type === "turn.ended") return event.reason;
    if (event?.type === "call.settled") settled.add(event.call);
    if (event?.type === "call.intent" && !settled.has(event.call)) return "interrupted";
    if (event && DURING.includes(event.type)) return "interrupted";
  }
  return undefined;
}

function startOf({ at, event }: JournalEntry): HeadGlance {
  if (event.type !== "session.started") return {};
  const { cwd, forkedFrom } = event;
  return {
    ...(typeof cwd === "string" && { cwd }),
    ...(typeof at === "string" && !Number.isNaN(Date.parse(at)) && { startedAt: at }),
    ...(typeof forkedFrom?.session === "string" && { forkedFrom }),
  };
}

/** The first text of a person; a conversation that was loaded counts. */
function promptOf(event: SessionEvent): string | undefined {
  if (event.type === "prompt.submitted") return textIn(event.content);
  if (event.type !== "history.loaded" || !Array.isArray(event.messages)) return undefined;
  const said = event.messages.filter((message) => message?.role === "user");
  return said.map(({ content }) => textIn(content)).find((text) => text !== undefined);
}

function textIn(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined;
  return content.map((block) => block?.text).find((text) => typeof text === "string");
}

/** The text as far as it goes in a line of which only the beginning is there. */
function promptInCutLine(cut: string): string | undefined {
  if (!/^.{0,200}"event":\{"type":"(prompt\.submitted|history\.loaded)"/.test(cut)) return undefined;
  const [upToHere = "", written = ""] = /^.*?"type":"text","text":"([^"\\]*(?:\\.[^"\\]*)*)/s.exec(cut) ?? [];
  if (upToHere === "") return undefined;
  try {
    const text = JSON.parse(`"${written.replace(/\\u[0-9a-fA-F]{0,3}$/, "")}"`) as string;
    return cut[upToHere.length] === '"' ? text : `${text}…`;
  } catch {
    return undefined;
  }
}

const shorten = (text: string): string =>
  text.length > PROMPT_CHARACTERS ? `${text.slice(0, PROMPT_CHARACTERS)}…` : text;
