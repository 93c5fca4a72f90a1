import { SessionError } from "../errors.ts";
import { nearestName } from "../tool/nearest-name.ts";
import { allSessions, type SessionFiles, sessionFiles, sessionsOf } from "./session-store.ts";

/** Fewest characters of a session's id that name it. */
export const SHORTEST_SESSION_ID = 8;

/**
 * The session of an id that was given from outside: a whole id, or a beginning of at least `SHORTEST_SESSION_ID`
 * characters that fits one session alone. Sessions of the working directory come before those of all others.
 * @throws GNT_SESSION_NOT_FOUND, and GNT_SESSION_AMBIGUOUS with those that fit.
 */
export async function findSession(stateDirectory: string, cwd: string, id: string): Promise<SessionFiles> {
  const [here, all] = await Promise.all([sessionsOf(stateDirectory, cwd), allSessions(stateDirectory)]);
  const isIt = (session: SessionFiles): boolean => session.id === id;
  const beginsSo = (session: SessionFiles): boolean =>
    id.length >= SHORTEST_SESSION_ID && session.id.startsWith(id);
  for (const found of [here.filter(isIt), all.filter(isIt), here.filter(beginsSo), all.filter(beginsSo)]) {
    if (found.length > 1) throw ambiguous(id, found);
    if (found[0]) return found[0];
  }
  throw notFound(id, cwd, all);
}

/**
 * Like `findSession`, for a session that is to go on in the working directory: one of another directory is refused, as
 * what was said and allowed in it is about other files.
 * @throws GNT_SESSION_NOT_FOUND, GNT_SESSION_AMBIGUOUS.
 */
export async function findSessionHere(
  stateDirectory: string,
  cwd: string,
  id: string,
): Promise<SessionFiles> {
  const found = await findSession(stateDirectory, cwd, id);
  if (found.directory === sessionFiles(stateDirectory, cwd, found.id).directory) return found;
  throw new SessionError(
    "GNT_SESSION_NOT_FOUND",
    `session \`${found.id}\` is not one of \`${cwd}\`, but of another directory`,
    { hint: "a session goes on in its own working directory; leave `--cwd` out" },
  );
}

const MAX_LISTED = 10;

function ambiguous(id: string, found: readonly SessionFiles[]): SessionError {
  const listed = found.slice(0, MAX_LISTED).map((session) => `\`${session.id}\``);
  const more = found.length > MAX_LISTED ? ` and ${found.length - MAX_LISTED} more` : "";
  return new SessionError(
    "GNT_SESSION_AMBIGUOUS",
    `\`${id}\` is ambiguous, ${found.length} sessions fit: ${listed.join(", ")}${more}`,
    { hint: "give more of the id" },
  );
}

function notFound(id: string, cwd: string, all: readonly SessionFiles[]): SessionError {
  const beginnings = all.map((session) => session.id.slice(0, id.length));
  const nearest = nearestName(id, beginnings);
  const near = nearest === undefined ? undefined : all[beginnings.indexOf(nearest)];
  const hint =
    near === undefined
      ? "`gauntlet sessions --all` lists all there are"
      : `did you mean \`${near.id}\`? \`gauntlet sessions --all\` lists all there are`;
  if (id.length < SHORTEST_SESSION_ID) {
    const what = `no session has the id \`${id}\`, and it is too short for the beginning of one`;
    return new SessionError("GNT_SESSION_NOT_FOUND", what, {
      hint: `give at least ${SHORTEST_SESSION_ID} characters of it; ${hint}`,
    });
  }
  const what = `there is no session \`${id}\` in \`${cwd}\`, nor in any other directory`;
  return new SessionError("GNT_SESSION_NOT_FOUND", what, { hint });
}
