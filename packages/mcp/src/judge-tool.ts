import { compileForeignSchema, inWords, messageOf, type TObject } from "@gauntlet/core";
import type { ForeignTool } from "./tool-definition.ts";

/** Names of properties a model may be asked for. */
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Whether a tool's input schema can be used, and what of its output schema cannot. */
export interface Judgement {
  /** Why the tool cannot be offered. */
  readonly refusal?: string;
  /** Something people should know although the tool is offered. */
  readonly remark?: string;
}

/** Judges the schemas of a tool: one that does not compile would check nothing, so its tool is not offered. */
export async function judgeTool(tool: ForeignTool): Promise<Judgement> {
  const { type, required } = tool.inputSchema;
  if (type !== undefined && type !== "object" && !(Array.isArray(type) && type.includes("object")))
    return {
      refusal: `its input schema is of the type \`${[type].flat().map(inWords).join(", ")}\`, and inputs are objects`,
    };
  const odd = (Array.isArray(required) ? required : []).map(inWords).find((key) => !PROPERTY.test(key));
  if (odd !== undefined) return { refusal: `it requires \`${odd}\`, a name no model can give` };
  try {
    await compileForeignSchema(inputSchemaOf(tool));
  } catch (thrown) {
    return { refusal: `its input schema cannot be used: ${messageOf(thrown)}` };
  }
  if (tool.outputSchema === undefined) return {};
  if (tool.outputSchema["type"] !== "object") return { remark: "its output schema is not one of an object" };
  try {
    await compileForeignSchema(tool.outputSchema);
    return {};
  } catch (thrown) {
    return { remark: `its output schema cannot be used: ${messageOf(thrown)}` };
  }
}

/** The schema inputs are judged by: the server's own, for objects only. */
export function inputSchemaOf({ inputSchema }: ForeignTool): TObject {
  return { ...inputSchema, type: "object" } as unknown as TObject;
}
