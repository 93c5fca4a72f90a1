import { compileForeignSchema, messageOf, type ResultContent } from "@gauntlet/core";
import { readContent } from "./content.ts";
import { LIMITS } from "./limits.ts";
import { messages } from "./messages.ts";
import { isNestedDeeper } from "./nesting.ts";
import type { SaveFile } from "./save-file.ts";
import type { ForeignTool } from "./tool-definition.ts";

/** The answer to `tools/call`. */
export type RawResult = Readonly<Record<string, unknown>>;

/**
 * Makes of a server's answer what the model reads. Structured content is checked against the schema the server declares
 * and shown where there is no other; what does not fit is said beside the text, which is not thrown away for it.
 * @throws Error with the server's own text when it says that the tool failed.
 */
export async function readCallResult(
  { outputSchema }: Pick<ForeignTool, "outputSchema">,
  result: RawResult,
  saveFile: SaveFile,
): Promise<readonly ResultContent[]> {
  const { content: given, structuredContent: structured } = result;
  const parts = partsOf(result);
  const content = await readContent(parts, saveFile);
  if (isFailure(result)) throw new Error(failureText(content));
  const isTooDeep = isNestedDeeper(structured, LIMITS.structuredDepth);
  const remarks = [
    ...(parts.length > 0 && !Array.isArray(given) ? [messages.notInParts] : []),
    ...(isTooDeep ? [messages.structuredTooDeep(LIMITS.structuredDepth)] : []),
    ...(outputSchema && !isTooDeep ? await remarksOn(outputSchema, structured) : []),
  ].map((text): ResultContent => ({ type: "text", text }));
  const isEmpty = content.every((part) => part.type === "text" && part.text.trim() === "");
  if (!isEmpty || structured === undefined) return [...content, ...remarks];
  return isTooDeep ? remarks : [{ type: "text", text: asText(structured) }, ...remarks];
}

/** The parts of a result; where it has no list of them, what stands in its place. */
function partsOf({
  content,
  structuredContent,
  isError: _,
  _meta,
  ...others
}: RawResult): readonly unknown[] {
  if (Array.isArray(content)) return content;
  if (content !== undefined && content !== null) return [content];
  const isAll = structuredContent !== undefined || Object.keys(others).length === 0;
  if (isAll) return [];
  return [
    isNestedDeeper(others, LIMITS.structuredDepth) ? messages.unknownContent("a result") : asText(others),
  ];
}

const asText = (value: unknown): string => JSON.stringify(value, null, 2);

/** Only what says that nothing failed counts as no failure. */
const isFailure = ({ isError }: RawResult): boolean => Boolean(isError) && isError !== "false";

function failureText(content: readonly ResultContent[]): string {
  const texts = content.flatMap((part) =>
    part.type === "text" && part.text.trim() !== "" ? [part.text] : [],
  );
  return texts.length === 0 ? messages.failedWithoutText : texts.join("\n");
}

const validators = new WeakMap<object, ReturnType<typeof compileForeignSchema>>();

async function remarksOn(schema: object, structured: unknown): Promise<readonly string[]> {
  if (structured === undefined) return [messages.structuredMissing];
  try {
    const compiled = validators.get(schema) ?? compileForeignSchema(schema);
    validators.set(schema, compiled);
    const issues = (await compiled)(structured).map((issue) => issue.replace("the input", "it"));
    return issues.length === 0 ? [] : [messages.structuredMisfit(issues)];
  } catch (thrown) {
    return [messages.structuredMisfit([messageOf(thrown)])];
  }
}
