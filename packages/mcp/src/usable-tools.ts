import { visibleText } from "@gauntlet/core";
import { judgeTool } from "./judge-tool.ts";
import type { ForeignTool, ReadTools } from "./tool-definition.ts";

/** Tools that can be offered, and one sentence for people about all that is wrong with the others. */
export interface UsableTools {
  readonly tools: readonly ForeignTool[];
  readonly notice?: string;
}

/** Judges the tools a server lists; one that cannot be used does not take the others with it. */
export async function usableTools(server: string, { tools, problems }: ReadTools): Promise<UsableTools> {
  const judged = await Promise.all(tools.map(async (tool) => ({ tool, ...(await judgeTool(tool)) })));
  const remarks = [
    ...problems,
    ...judged.flatMap(({ tool, refusal, remark }) => [
      ...(refusal === undefined ? [] : [`its tool \`${tool.name}\` is left out: ${refusal}`]),
      ...(remark === undefined ? [] : [`of its tool \`${tool.name}\`, ${remark}`]),
    ]),
  ];
  const usable = judged.filter(({ refusal }) => refusal === undefined).map(({ tool }) => tool);
  if (remarks.length === 0) return { tools: usable };
  return { tools: usable, notice: visibleText(`the MCP server \`${server}\`: ${remarks.join("; ")}`) };
}
