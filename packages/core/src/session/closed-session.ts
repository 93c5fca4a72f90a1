import { SessionError } from "../errors.ts";

/** What is thrown for a session that is used after its end. @param what that is closed, as a noun with its name. */
export const closedSession = (what: string): SessionError =>
  new SessionError("GNT_SESSION_CLOSED", `${what} is closed`, {
    hint: "resume the session, or start another",
  });
