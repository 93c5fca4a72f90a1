import { compileForeignSchema, messageOf, type ResultContent } from "@gauntlet/core";
import { readContent } from "./content.ts";
import { messages } from "./messages.ts";
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
  const given = result["content"];
  const content = await readContent(Array.isArray(given) ? given : [], saveFile);
  if (result["isError"] === true) throw new Error(failureText(content));
  const structured = result["structuredContent"];
  const remark = outputSchema && (await remarkOn(outputSchema, structured));
  const isEmpty = content.every((part) => part.type === "text" && part.text.trim() === "");
  const shown: readonly ResultContent[] =
    isEmpty && structured !== undefined
      ? [{ type: "text", text: JSON.stringify(structured, null, 2) }]
      : content;
  return remark === undefined ? shown : [...shown, { type: "text", text: remark }];
}

function failureText(content: readonly ResultContent[]): string {
  const texts = content.flatMap((part) =>
    part.type === "text" && part.text.trim() !== "" ? [part.text] : [],
  );
  return texts.length === 0 ? messages.failedWithoutText : texts.join("\n");
}

const validators = new WeakMap<object, ReturnType<typeof compileForeignSchema>>();

async function remarkOn(schema: object, structured: unknown): Promise<string | undefined> {
  if (structured === undefined) return messages.structuredMissing;
  try {
    const compiled = validators.get(schema) ?? compileForeignSchema(schema);
    validators.set(schema, compiled);
    const issues = (await compiled)(structured).map((issue) => issue.replace("the input", "it"));
    return issues.length === 0 ? undefined : messages.structuredMisfit(issues);
  } catch (thrown) {
    return messages.structuredMisfit([messageOf(thrown)]);
  }
}
