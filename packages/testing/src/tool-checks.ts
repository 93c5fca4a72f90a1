import { describeEffect, type LocatedEffect, type Tool } from "@gauntlet/core";

/** What is missing or odd in a declaration, apart from what `defineTool` refuses. */
export function declarationProblems(tool: Tool): readonly string[] {
  const problems: string[] = [];
  if (tool.description.length < 20)
    problems.push("the description is too short to tell a model when to use the tool");
  for (const [name, property] of Object.entries(tool.input.properties)) {
    if (typeof (property as { description?: unknown }).description !== "string") {
      problems.push(`the input \`${name}\` has no description`);
    }
  }
  if (JSON.stringify(tool.input) !== JSON.stringify(JSON.parse(JSON.stringify(tool.input)))) {
    problems.push("the input schema does not survive JSON");
  }
  return problems;
}

/** What is wrong with the effects a call declared. */
export function declaredEffectProblems(
  tool: Tool,
  input: unknown,
  effects: readonly LocatedEffect[],
): readonly string[] {
  const problems: string[] = [];
  if (tool.describeCall(input).trim() === "") problems.push("`describeCall` gives no words");
  for (const effect of effects) {
    const changes = effect.kind === "write" || effect.kind === "delete";
    if (changes && tool.flags.isReadOnly(input)) {
      problems.push(`the tool says it is read-only and declares \`${describeEffect(effect)}\``);
    }
  }
  return problems;
}
