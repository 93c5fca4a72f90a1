import { messageOf, pruneSessions } from "@gauntlet/core";
import { countText, sizeText } from "./session-text.ts";
import { visibleLine } from "./visible-line.ts";

const DAY_MS = 86_400_000;

/** The time a number of days ago; the beginning of time for what no date can say. */
export const daysAgo = (days: number): Date => new Date(Math.max(0, Date.now() - days * DAY_MS));

/**
 * Deletes the sessions that were not written for some days, and says how many; what goes wrong is said as well.
 * Never rejects: a session that starts does not fail over old ones.
 * @param days 0: none are deleted.
 */
export async function pruneOldSessions(stateDirectory: string, days: number): Promise<void> {
  if (days === 0) return;
  const say = (text: string): void => void process.stderr.write(`gauntlet: ${visibleLine(text)}\n`);
  try {
    const { deleted, failed } = await pruneSessions(stateDirectory, daysAgo(days));
    const bytes = deleted.reduce((sum, session) => sum + session.bytes, 0);
    if (deleted.length > 0)
      say(`deleted ${countText(deleted.length)} not written for ${days} days (${sizeText(bytes)})`);
    for (const { why } of failed) say(why);
  } catch (thrown) {
    say(`old sessions could not be deleted: ${messageOf(thrown)}`);
  }
}
