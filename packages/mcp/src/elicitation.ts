import {
  compileForeignSchema,
  type ExecuteContext,
  inWords,
  isJsonObject,
  visibleText,
} from "@gauntlet/core";
import type { ElicitAnswer, ElicitRequest } from "./sdk-client.ts";

const DECLINE: ElicitAnswer = Object.freeze({ action: "decline" });

/**
 * Puts a server's question to the person who watches the call it belongs to. They see which server asks, what, and
 * every field; what they accept has to fit the server's own schema, or it counts as declined.
 * @param ctx of the call that runs on this server; without one nobody is watching, and the answer is no.
 */
export async function elicit(
  server: string,
  { message, schema, url }: ElicitRequest,
  ctx: ExecuteContext | undefined,
): Promise<ElicitAnswer> {
  if (ctx === undefined) return DECLINE;
  const words = visibleText(`the MCP server \`${server}\` asks: ${message}`).slice(0, 2_000);
  if (url !== undefined) {
    const reply = await ctx.ask({
      words,
      preview: `It wants you to visit ${visibleText(url)}\nNothing is opened for you. Give no secret to an address you do not know.`,
      input: { url },
    });
    return { action: reply.action };
  }
  const proposal = proposalFrom(schema);
  const reply = await ctx.ask({ words, preview: fieldsOf(schema), input: proposal });
  if (reply.action !== "accept") return { action: reply.action };
  const content = reply.input;
  if (!isJsonObject(content) || !Object.values(content).every(isSimple)) return DECLINE;
  if (schema !== undefined) {
    const check = await compileForeignSchema(schema).catch(() => undefined);
    if (check === undefined || check(content).length > 0) return DECLINE;
  }
  return { action: "accept", content: content as ElicitAnswer["content"] & object };
}

const isSimple = (value: unknown): boolean =>
  ["string", "number", "boolean"].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === "string"));

const propertiesOf = (
  schema: ElicitRequest["schema"],
): readonly (readonly [string, Record<string, unknown>])[] =>
  Object.entries(isJsonObject(schema?.["properties"]) ? schema["properties"] : {}).map(([name, field]) => [
    name,
    isJsonObject(field) ? field : {},
  ]);

/** The defaults of the form: what is sent when the person only says yes. */
function proposalFrom(schema: ElicitRequest["schema"]): Record<string, unknown> {
  return Object.fromEntries(
    propertiesOf(schema).flatMap(([name, field]) => ("default" in field ? [[name, field["default"]]] : [])),
  );
}

function fieldsOf(schema: ElicitRequest["schema"]): string {
  const required = Array.isArray(schema?.["required"]) ? schema["required"] : [];
  const lines = propertiesOf(schema).map(([name, field]) => {
    const kind = Array.isArray(field["enum"])
      ? `one of ${field["enum"].map(inWords).join(", ")}`
      : inWords(field["type"] ?? "text");
    const about = [field["title"], field["description"]]
      .filter((word) => typeof word === "string")
      .join(": ");
    const must = required.includes(name) ? "required" : "optional";
    return visibleText(`${name} (${kind}, ${must})${about === "" ? "" : ` ${about}`}`).replaceAll("\n", " ");
  });
  return lines.length === 0 ? "It wants a yes or a no." : `Fields of the answer:\n${lines.join("\n")}`;
}
