import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  definePlugin,
  Gauntlet,
  isTool,
  type OutcomeKind,
  type ResultBlock,
  type Tool,
} from "@gauntlet/core";
import { readFiles, writeFiles } from "./scratch-files.ts";
import { declarationProblems, declaredEffectProblems } from "./tool-checks.ts";

/** One use of the tool and what must become of it. */
export interface ToolCase {
  readonly input: unknown;
  /** Files of the scratch directory before the call: path to content. */
  readonly files?: Readonly<Record<string, string>>;
  /** Default `succeeded`. */
  readonly outcome?: OutcomeKind;
  /** What the result text must hold. */
  readonly result?: string | RegExp;
  /** Files after the call: path to content, or null for a file that must not exist. */
  readonly filesAfter?: Readonly<Record<string, string | null>>;
}

export interface ToolTesterOptions {
  /** Further tools the tool calls, or that must run before it. */
  readonly others?: readonly Tool[];
  /** Name of the plugin the tool is tested in. Default `tool-tester`. */
  readonly plugin?: string;
}

/**
 * Proves a tool: its declaration is complete, its effects are what it says, and every case runs through the whole
 * pipeline in a scratch directory with the outcome, result and files it names. A tool that claims to be read-only
 * must leave every file as it was.
 * @throws Error that lists everything found wrong.
 */
export async function toolTester(
  tool: Tool,
  cases: readonly ToolCase[],
  options: ToolTesterOptions = {},
): Promise<void> {
  if (!isTool(tool)) throw new Error("toolTester was given something that `defineTool` did not make");
  const problems = [...declarationProblems(tool)];
  if (cases.length === 0) problems.push("no case is given: a tool without a case is not tested");
  for (const [i, one] of cases.entries()) {
    const found = await caseProblems(tool, one, options);
    problems.push(...found.map((problem) => `case ${i + 1} (${JSON.stringify(one.input)}): ${problem}`));
  }
  if (problems.length > 0)
    throw new Error(`tool \`${tool.name}\`:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
}

async function caseProblems(
  tool: Tool,
  one: ToolCase,
  options: ToolTesterOptions,
): Promise<readonly string[]> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tool-tester-")));
  const cwd = join(root, "work");
  try {
    await writeFiles(cwd, one.files ?? {});
    const before = await readFiles(cwd);
    const gauntlet = new Gauntlet({
      plugins: [
        definePlugin({ name: options.plugin ?? "tool-tester", tools: [tool, ...(options.others ?? [])] }),
      ],
      permissions: { allow: [tool.name, ...(options.others ?? []).map(({ name }) => name)] },
      cwd,
      stateDirectory: join(root, "state"),
    });
    const session = await gauntlet.session();
    const [settled] = await session.call([{ tool: tool.name, input: one.input }]);
    const decision = settled?.decision;
    await session.close();
    const after = await readFiles(cwd);
    if (!settled) return ["the call did not settle"];
    return [
      ...outcomeProblems(one, settled),
      ...fileProblems(one, after),
      ...(settled.outcome === "invalid"
        ? []
        : declaredEffectProblems(tool, one.input, decision?.effects ?? [])),
      ...readOnlyProblems(tool, one.input, before, after),
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function outcomeProblems(
  one: ToolCase,
  { outcome, block }: { outcome: OutcomeKind; block: ResultBlock },
): readonly string[] {
  const text = typeof block.content === "string" ? block.content : JSON.stringify(block.content);
  const wanted = one.outcome ?? "succeeded";
  if (outcome !== wanted) return [`ended as \`${outcome}\`, not \`${wanted}\`: ${text}`];
  const holds =
    one.result === undefined ||
    (typeof one.result === "string" ? text.includes(one.result) : one.result.test(text));
  return holds ? [] : [`the result does not hold ${String(one.result)}: ${text}`];
}

function fileProblems({ filesAfter = {} }: ToolCase, after: ReadonlyMap<string, string>): readonly string[] {
  return Object.entries(filesAfter).flatMap(([path, content]) => {
    const now = after.get(path);
    if (content === null) return now === undefined ? [] : [`the file \`${path}\` exists`];
    return now === content
      ? []
      : [`the file \`${path}\` holds ${JSON.stringify(now)}, not ${JSON.stringify(content)}`];
  });
}

function readOnlyProblems(
  tool: Tool,
  input: unknown,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  if (!tool.flags.isReadOnly(input)) return [];
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  return changed.map((path) => `the tool says it is read-only and changed \`${path}\``);
}
