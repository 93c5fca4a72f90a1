import type { AgentSpec, CallContext } from "@gauntlet/core";
import { optionsOf } from "../options.ts";
import type { AgentDefinition } from "./definition.ts";

/** Tools that need the person of the session, or move the session itself. */
const NEVER = ["AskUserQuestion", "EnterPlanMode", "ExitPlanMode", "EnterWorktree", "ExitWorktree"];

/** What a definition means for an agent of this call; at the deepest level it can start no others. */
export function specFor(
  definition: AgentDefinition,
  {
    model = definition.model,
    inBackground,
    ctx,
  }: { readonly model: string | undefined; readonly inBackground: boolean; readonly ctx: CallContext },
): AgentSpec {
  const { name, system, tools, disallowedTools = [], permissionMode, maxTurns } = definition;
  const { models, maxDepth } = optionsOf(ctx);
  const isDeepest = (ctx.agent?.depth ?? 0) + 1 >= maxDepth;
  return {
    name,
    system: `${system}\n\nThe working directory is ${ctx.cwd}.`,
    ...(tools && { tools }),
    disallowedTools: [...disallowedTools, ...NEVER, ...(isDeepest ? ["Agent"] : [])],
    ...(permissionMode !== undefined && { permissionMode }),
    ...(model !== undefined && { model: models[model] ?? model }),
    ...(maxTurns !== undefined && { maxTurns }),
    background: inBackground,
  };
}
