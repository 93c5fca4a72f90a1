import { schemaTexts } from "./schema-texts.ts";
import type { SearchableTool } from "./search-tools.ts";
import { stemOf } from "./words.ts";
import { writtenWords } from "./written-words.ts";

/** The words (stems) of a tool, by where they stand. */
export interface ToolTexts {
  /** As in the tool's name, empty for a tool of ours. */
  readonly server: string;
  readonly serverWords: readonly string[];
  readonly name: readonly string[];
  readonly hint: readonly string[];
  readonly summary: readonly string[];
  readonly description: readonly string[];
  readonly arguments: readonly string[];
  readonly choices: readonly string[];
  readonly argumentTexts: readonly string[];
}

const LONGEST_SUMMARY = 300;
const LONGEST_DESCRIPTION = 3_000;

/** Takes a tool apart; `written` gets its words as they are written, each with its stem. */
export function textsOf(tool: SearchableTool, written: Map<string, string>): ToolTexts {
  const stems = (text: string) =>
    writtenWords(text).map((word) => {
      const stem = stemOf(word);
      written.set(word, stem);
      return stem;
    });
  const [, server = "", name = tool.name] = /^mcp__(.+?)__(.+)$/.exec(tool.name) ?? [];
  const [summary, description] = firstSentence(tool.description);
  const schema = schemaTexts(tool.input);
  return {
    server,
    serverWords: stems(server),
    name: stems(name),
    hint: stems(tool.searchHint ?? ""),
    summary: stems(summary),
    description: stems(description),
    arguments: stems(schema.names.join(" ")),
    choices: stems(schema.choices.join(" ")),
    argumentTexts: stems(schema.texts.join(" ")),
  };
}

function firstSentence(text: string): readonly [string, string] {
  const trimmed = text.slice(0, LONGEST_DESCRIPTION).trim();
  const end = /[.!?。](?=\s|$)|\n/u.exec(trimmed)?.index ?? trimmed.length;
  const at = Math.min(end + 1, LONGEST_SUMMARY);
  return [trimmed.slice(0, at), trimmed.slice(at)];
}
