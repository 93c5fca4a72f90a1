import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { SessionEvent } from "../../src/contract/event.ts";
import { openJournal } from "../../src/session/journal.ts";
import { type SessionFiles, sessionFiles } from "../../src/session/session-store.ts";

/** A working directory that sessions are written for; it need not exist. */
export const CWD = "/srv/app";

export const started = (session: string, cwd = CWD): SessionEvent => ({
  type: "session.started",
  format: 2,
  session,
  cwd,
  mode: "default",
});

export const prompted = (text: string): SessionEvent => ({
  type: "prompt.submitted",
  content: [{ type: "text", text }],
});

export const ended = (reason: "done" | "max_turns" = "done"): SessionEvent => ({
  type: "turn.ended",
  reason,
  turns: 1,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
});

export const wrote = (text: string): SessionEvent => ({
  type: "block.completed",
  message: "m",
  block: { type: "text", text },
});

export const used = (call: string, input: object): SessionEvent => ({
  type: "block.completed",
  message: "m",
  block: { type: "tool_use", id: call, name: "Read", input },
});

export const intended = (call: string, input: object): SessionEvent => ({
  type: "call.intent",
  call,
  tool: "Read",
  input,
  effects: [],
});

export const settled = (call: string, content: string): SessionEvent => ({
  type: "call.settled",
  call,
  tool: "Read",
  outcome: "succeeded",
  durationMs: 1,
  result: { type: "tool_result", tool_use_id: call, content },
});

/** Writes a session whose journal holds its start and these events; later minutes are newer. */
export async function writeSession(
  state: string,
  id: string,
  events: readonly SessionEvent[] = [],
  { minute = 0, cwd = CWD }: { readonly minute?: number; readonly cwd?: string } = {},
): Promise<SessionFiles> {
  const files = sessionFiles(state, cwd, id);
  const journal = openJournal(files.journal);
  const at = new Date(Date.UTC(2026, 0, 1, 0, minute));
  for (const event of [started(id, cwd), ...events]) journal.append(event, at);
  await journal.close();
  await utimes(files.journal, at, at);
  return files;
}

/** Writes a file below a session's directory, or beside sessions. */
export async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
