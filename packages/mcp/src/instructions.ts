import { defineSlot, visibleText } from "@gauntlet/core";
import { LIMITS } from "./limits.ts";
import { messages } from "./messages.ts";

/** The instructions a session has been told, by server: one that is resumed is not told again. */
export const toldSlot = defineSlot<string>("mcp/told-instructions");

/** What counts of a server's instructions: their beginning, and nothing when there is nothing to read. */
export function readInstructions(given: unknown): string | undefined {
  if (typeof given !== "string") return undefined;
  const text = given.trim().slice(0, LIMITS.instructionsChars).toWellFormed().trim();
  return text === "" ? undefined : text;
}

/**
 * Instructions as the model reads them: said to be the server's own words, each line marked, so that no line of them
 * can pass for anything else.
 */
export function shownInstructions(server: string, instructions: string): string {
  const lines = instructions.split(/\r\n|[\n\r]/).map((line) => `  | ${visibleText(line)}`);
  return `${messages.instructions(visibleText(server))}\n${lines.join("\n")}`;
}
