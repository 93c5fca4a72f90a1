import { type Piece, piecesOf } from "./run-inserts.ts";
import type { SkillFile } from "./skill-file.ts";

/** What the placeholders of a skill stand for. */
export interface SkillSetting {
  /** What was typed behind the name. */
  readonly args: string;
  readonly session: string;
  readonly projectDirectory: string;
}

/**
 * Puts arguments and places into the text of a skill: `$ARGUMENTS`, `$ARGUMENTS[n]`, `$n` (from 0), `$name`,
 * `${CLAUDE_SKILL_DIR}`, `${CLAUDE_PROJECT_DIR}`, `${CLAUDE_SESSION_ID}`; `\$` is a dollar sign. A text without
 * `$ARGUMENTS` has them added at its end. What is put in is text: nothing in it is looked at again, and no command in
 * it is run. In a command of the author it is part of that command.
 */
export function fillIn(
  { body, directory, argumentNames }: Pick<SkillFile, "body" | "directory" | "argumentNames">,
  { args, session, projectDirectory }: SkillSetting,
): readonly Piece[] {
  const words = wordsOf(args);
  const places: Readonly<Record<string, string>> = {
    CLAUDE_SKILL_DIR: directory,
    CLAUDE_PROJECT_DIR: projectDirectory,
    CLAUDE_SESSION_ID: session,
  };
  let isUsed = false;
  const use = (value: string): string => {
    isUsed = true;
    return value;
  };
  const fill = (piece: string): string =>
    piece.replace(
      /\\\$|\$\{(\w+)\}|\$ARGUMENTS\[(\d+)\]|\$(\d+)|\$([A-Za-z_]\w*)/g,
      (whole, place?: string, at?: string, index?: string, name?: string) => {
        if (whole === "\\$") return "$";
        if (place !== undefined) return Object.hasOwn(places, place) ? (places[place] ?? "") : whole;
        if (at !== undefined || index !== undefined) return use(words[Number(at ?? index)] ?? "");
        if (name === "ARGUMENTS") return use(args);
        const position = argumentNames.indexOf(name ?? "");
        return position < 0 ? whole : use(words[position] ?? "");
      },
    );
  const filled = piecesOf(body).map(({ isCommand, text }) => ({ isCommand, text: fill(text) }));
  if (isUsed || args.trim() === "") return filled;
  const last = filled.at(-1)?.text ?? "";
  return [...filled.slice(0, -1), { isCommand: false, text: `${last.trimEnd()}\n\nARGUMENTS: ${args}\n` }];
}

/** Words of a line; quotes keep several together. */
const wordsOf = (line: string): readonly string[] =>
  (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
    /^(["']).*\1$/s.test(word) && word.length > 1 ? word.slice(1, -1) : word,
  );
