import type { ExportPart } from "./export-parts.ts";

const HEADINGS = { person: "Person", model: "Model" } as const;

/**
 * A session as Markdown. What was said and done stands in fences that nothing in it can close, so that no heading is
 * forged and nothing is loaded by whoever shows it.
 */
export function toMarkdown(title: string, parts: readonly ExportPart[]): string {
  return [`# ${escaped(title)}`, ...parts.map(partText)].map((text) => `${text}\n`).join("\n");
}

function partText(part: ExportPart): string {
  switch (part.kind) {
    case "person":
    case "model":
      return `## ${HEADINGS[part.kind]}\n\n${fenced(part.text)}`;
    case "note":
      return `_${escaped(oneLine(part.text))}_`;
    case "call":
      return `### ${escaped(part.tool)}\n\n${fenced(part.text, "json")}`;
    case "decision":
      return `Decided: **${part.behavior}**, ${escaped(oneLine(part.text))}`;
    case "outcome":
      return `Outcome: **${part.outcome}**\n\n${fenced(part.text)}`;
    case "end":
      return `---\n\nEnded: ${escaped(oneLine(part.text))}`;
  }
}

/** A block of code with a fence longer than any in the text. */
function fenced(text: string, language = "text"): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, "")}\n${fence}`;
}

const oneLine = (text: string): string => text.replaceAll("\n", " ");

/** Text in a line of Markdown: every character that could mean something is escaped. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]()#+\-.!<>|&~:/@]/g, "\\$&");
