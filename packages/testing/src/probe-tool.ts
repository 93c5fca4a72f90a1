import type { Tool } from "@gauntlet/core";
import { probeInputs } from "./probe-inputs.ts";
import { changedPaths, takeSnapshot } from "./scratch-files.ts";
import type { CaseOptions, ToolCase } from "./tool-case.ts";
import { openToolRoom } from "./tool-room.ts";
import { watchTool } from "./watched-tool.ts";

/**
 * What is wrong with how a tool is decided about when a model sends odd texts: it must be able to say what it would
 * touch and what it thinks of any input that fits its schema. Nothing is run.
 * @param root absolute; an empty directory.
 */
export async function probeProblems(
  tool: Tool,
  { one, options, root }: { readonly one: ToolCase; readonly options: CaseOptions; readonly root: string },
): Promise<readonly string[]> {
  const { others = [], resources = [] } = options;
  const watched = watchTool(tool, { within: (work) => work() });
  const { files = {}, first = [], input } = one;
  const room = await openToolRoom({
    ...{ others, resources, tool: watched.tool, root, files, first },
    onValid: watched.accept,
  });
  const problems: string[] = [];
  try {
    const before = await takeSnapshot(room.cwd);
    for (const probe of probeInputs(input)) {
      const known = new Set(watched.problems());
      await room.session.explain({ tool: tool.name, input: probe });
      for (const problem of watched.problems().filter((one) => !known.has(one)))
        problems.push(`the input ${shown(probe)}: ${problem}`);
    }
    for (const path of changedPaths(before, await takeSnapshot(room.cwd)))
      problems.push(`deciding about odd inputs changed \`${path}\``);
  } finally {
    await room.session.close();
  }
  return problems;
}

const shown = (input: unknown): string => {
  const text = JSON.stringify(input);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
};
