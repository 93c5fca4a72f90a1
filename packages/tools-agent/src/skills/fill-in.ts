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
 * `$ARGUMENTS` has them added at its end. What is put in is text: nothing in it is looked at again.
 */
export function fillIn(
  { body, directory, argumentNames }: Pick<SkillFile, "body" | "directory" | "argumentNames">,
  { args, session, projectDirectory }: SkillSetting,
): string {
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
  const filled = body.replace(
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
  return isUsed || args.trim() === "" ? filled : `${filled.trimEnd()}\n\nARGUMENTS: ${args}\n`;
}

/** Words of a line; quotes keep several together. */
const wordsOf = (line: string): readonly string[] =>
  (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
    /^(["']).*\1$/s.test(word) && word.length > 1 ? word.slice(1, -1) : word,
  );
