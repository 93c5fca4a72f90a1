import type { ExecuteContext } from "@gauntlet/core";
import { messages } from "../messages.ts";

// At the start of a line or after a blank: `` !`git status` ``; or a whole block fenced with ```!.
const INSERT = /(^|[ \t])!`([^`\n]+)`|^```!\n([\s\S]*?)^```[ \t]*$/gm;

/** A piece of a skill: text, or a command whose output stands in its place. */
export interface Piece {
  readonly isCommand: boolean;
  readonly text: string;
}

/** Cuts what the author of a skill wrote at its commands. Only here: what is put in later brings none along. */
export function piecesOf(body: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of body.matchAll(INSERT)) {
    const [whole, before = "", inline, block] = found;
    pieces.push({ isCommand: false, text: body.slice(end, found.index) + before });
    pieces.push({ isCommand: true, text: inline ?? block ?? "" });
    end = found.index + whole.length;
  }
  return [...pieces, { isCommand: false, text: body.slice(end) }];
}

/**
 * Runs the commands a skill has its author's text completed with, one after the other, and puts their output in place.
 * They are calls of Bash like any other: what is not allowed is not run, and the text says so.
 */
export async function runInserts(
  pieces: readonly Piece[],
  ctx: Pick<ExecuteContext, "call">,
): Promise<string> {
  let text = "";
  for (const piece of pieces) text += piece.isCommand ? await outputOf(piece.text, ctx) : piece.text;
  return text;
}

async function outputOf(command: string, ctx: Pick<ExecuteContext, "call">): Promise<string> {
  const { outcome, text } = await ctx.call("Bash", { command });
  return outcome === "succeeded" ? text : messages.insertNotRun(command, text);
}
