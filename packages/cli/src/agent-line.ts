import { type AgentSpec, MODES, type Mode, type Session } from "@gauntlet/core";

/**
 * Reads the `agent` of a request line: the definition of the subagent that makes the call.
 * @returns the definition, or what is wrong with it.
 */
export function readAgent(value: unknown): AgentSpec | string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "`agent` is not an object";
  const odd = unknownKey(value, ["permissionMode", "permissions", "background"]);
  if (odd !== undefined) return `\`agent\` has \`${odd}\`, a key nobody reads`;
  const { permissionMode, permissions = {}, background = false } = value as Record<string, unknown>;
  if (permissionMode !== undefined && !MODES.includes(permissionMode as Mode))
    return `\`agent.permissionMode\` is not one of ${MODES.join(", ")}`;
  if (typeof background !== "boolean") return "`agent.background` is neither true nor false";
  if (typeof permissions !== "object" || permissions === null) return "`agent.permissions` is not an object";
  const oddList = unknownKey(permissions, ["allow", "ask", "deny"]);
  if (oddList !== undefined) return `\`agent.permissions\` has \`${oddList}\`, a key nobody reads`;
  // An agent's own allow rules allow nothing: it has at most what its parent has.
  const { ask = [], deny = [] } = permissions as Record<string, unknown>;
  if (!isList(ask) || !isList(deny)) return "`agent.permissions` takes lists of rules";
  return {
    name: "agent",
    system: "",
    ...(permissionMode !== undefined && { permissionMode: permissionMode as Mode }),
    permissions: { ask, deny },
    background,
  };
}

// A misspelled restriction must not be left out in silence.
const unknownKey = (value: object, known: readonly string[]): string | undefined =>
  Object.keys(value).find((key) => !known.includes(key));

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Does something in the session, or as a subagent of it that is gone afterwards. */
export async function asAgent<T>(
  session: Session,
  agent: AgentSpec | undefined,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  if (!agent) return work(session);
  const own = await session.agent(agent);
  try {
    return await work(own);
  } finally {
    await own.close();
  }
}
