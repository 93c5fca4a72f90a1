import { readFileSync } from "node:fs";
import { type Answerer, ConfigError, messageOf } from "@gauntlet/core";
import { questionText } from "./question-text.ts";

interface ScriptedAnswer {
  readonly answer: "allow" | "deny" | "stop";
  readonly message?: string;
  /** Used for this and every later question. */
  readonly repeat?: boolean;
}

/**
 * Answers from a file, one entry a question, in order; after the last nobody answers. Every question is written to
 * `output` as a person would see it.
 * @throws GNT_CONFIG_READ, GNT_CONFIG_INVALID for a file that is not a list of known answers.
 */
export function createScriptedAnswerer(file: string, output: NodeJS.WritableStream): Answerer {
  const script = [...readScript(file)];
  return {
    name: "script",
    async answer(question) {
      output.write(`${questionText(question)}\n`);
      const next = script[0];
      if (!next) return undefined;
      if (!next.repeat) script.shift();
      return { behavior: next.answer, ...(next.message !== undefined && { message: next.message }) };
    },
  };
}

function readScript(file: string): readonly ScriptedAnswer[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (thrown) {
    throw new ConfigError(
      "GNT_CONFIG_READ",
      `the answers file \`${file}\` cannot be read: ${messageOf(thrown)}`,
    );
  }
  if (!Array.isArray(value))
    throw new ConfigError("GNT_CONFIG_INVALID", `the answers file \`${file}\` is not a list`);
  for (const [i, entry] of value.entries()) {
    const answer = (entry as ScriptedAnswer | null)?.answer;
    if (answer !== "allow" && answer !== "deny" && answer !== "stop") {
      throw new ConfigError(
        "GNT_CONFIG_INVALID",
        `entry ${i} of the answers file \`${file}\` has the answer \`${String(answer)}\``,
        {
          hint: "this version knows `allow`, `deny` and `stop`",
        },
      );
    }
  }
  return value as readonly ScriptedAnswer[];
}
