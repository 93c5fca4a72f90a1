import type { ExecuteContext } from "@gauntlet/core";
import { messages } from "../messages.ts";

// At the start of a line or after a blank: `` !`git status` ``; or a whole block fenced with ```!.
const INSERT = /(^|[ \t])!`([^`\n]+)`|^```!\n([\s\S]*?)^```[ \t]*$/gm;

/**
 * Runs the commands a skill has its author's text completed with, one after the other, and puts their output in place.
 * They are calls of Bash like any other: what is not allowed is not run, and the text says so.
 */
export async function runInserts(text: string, ctx: Pick<ExecuteContext, "call">): Promise<string> {
  let filled = "";
  let end = 0;
  for (const found of text.matchAll(INSERT)) {
    const [whole, before = "", inline, block] = found;
    const command = inline ?? block ?? "";
    const { outcome, text: output } = await ctx.call("Bash", { command });
    filled += `${text.slice(end, found.index)}${before}${outcome === "succeeded" ? output : messages.insertNotRun(command, output)}`;
    end = found.index + whole.length;
  }
  return filled + text.slice(end);
}
