import type { CallContext } from "@gauntlet/core";
import { messages } from "../messages.ts";
import { agentDesk } from "./agent-desk.ts";

/** Objects to an id that no background agent of the session has. */
export function unknownAgent(id: string, ctx: Pick<CallContext, "resource">): string | undefined {
  const desk = ctx.resource(agentDesk);
  if (desk.find(id)) return undefined;
  return messages.noSuchAgent(
    id,
    desk.list().map((agent) => agent.id),
  );
}
