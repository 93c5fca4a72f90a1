import type { Gauntlet, Session, SessionOptions } from "@gauntlet/core";
import { writeNotice } from "./notice.ts";

/** Opens a session and says what its rules should have people told. */
export async function openSession(gauntlet: Gauntlet, options: SessionOptions = {}): Promise<Session> {
  const session = await gauntlet.session(options);
  for (const warning of session.warnings) writeNotice(warning);
  return session;
}

/** Works in a session and closes it whatever comes: a session that stays open keeps the process, and what it started. */
export async function withSession<T>(
  opening: Promise<Session>,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await opening;
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
