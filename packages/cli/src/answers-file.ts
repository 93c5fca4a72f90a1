import { readFileSync } from "node:fs";
import {
  type Answerer,
  ConfigError,
  MODES,
  type Mode,
  nearestName,
  type PersonAnswer,
  systemReason,
} from "@gauntlet/core";
import { questionText } from "./question-text.ts";
import { shortJson } from "./short-json.ts";

/** One entry of an answers file: what the person says to one question. */
interface ScriptedAnswer {
  readonly answer: "allow" | "deny" | "stop" | "remember" | "edit" | "mode";
  /** For `deny` and `stop`: a word for the model. */
  readonly message?: string;
  /** For `edit`: the whole new input. */
  readonly input?: unknown;
  /** For `remember`: default: the rules that were proposed. */
  readonly rule?: string;
  /** For `remember`: default `session`. */
  readonly scope?: "session" | "local" | "user";
  /** For `remember` in the session: how long the rule holds. Default: as long as the session. */
  readonly minutes?: number;
  /** For `mode`. */
  readonly mode?: Mode;
  /** Used for this and every later question. */
  readonly repeat?: boolean;
}

const HINT = 'write a JSON list with entries such as { "answer": "allow" }';
const ANSWERS = ["allow", "deny", "stop", "remember", "edit", "mode"];
const KEYS = ["answer", "message", "input", "rule", "scope", "minutes", "mode", "repeat"];
const SCOPES = ["session", "local", "user"];

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
      output.write(`${questionText(question, { colors: false })}\n`);
      const next = script[0];
      if (!next) return undefined;
      if (!next.repeat) script.shift();
      return answerOf(next, question.proposals);
    },
  };
}

function answerOf(
  { answer, message, input, rule, scope = "session", minutes, mode }: ScriptedAnswer,
  proposals: readonly string[],
): PersonAnswer {
  switch (answer) {
    case "remember":
      return {
        behavior: "allow",
        remember: {
          rules: rule === undefined ? proposals : [rule],
          scope,
          ...(minutes !== undefined && { minutes }),
        },
      };
    case "edit":
      return { behavior: "allow", input };
    case "mode":
      return { behavior: "mode", mode: mode as Mode };
    case "allow":
      return { behavior: "allow" };
    default:
      return { behavior: answer, ...(message !== undefined && { message }) };
  }
}

function readScript(file: string): readonly ScriptedAnswer[] {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (thrown) {
    throw new ConfigError(
      "GNT_CONFIG_READ",
      `the answers file \`${file}\` cannot be read: ${systemReason(thrown)}`,
      { hint: HINT },
    );
  }
  if (!Array.isArray(value)) {
    throw new ConfigError("GNT_CONFIG_INVALID", `the answers file \`${file}\` is not a list`, { hint: HINT });
  }
  for (const [i, entry] of value.entries()) {
    const problem = problemOf(entry as Partial<ScriptedAnswer> | null);
    if (problem === undefined) continue;
    throw new ConfigError("GNT_CONFIG_INVALID", `entry ${i + 1} of the answers file \`${file}\` ${problem}`, {
      hint: HINT,
    });
  }
  return value as readonly ScriptedAnswer[];
}

function problemOf(entry: Partial<ScriptedAnswer> | null): string | undefined {
  if (!ANSWERS.includes(entry?.answer ?? "")) {
    return `has the answer ${shown(entry?.answer)}, not one of ${ANSWERS.join(", ")}`;
  }
  if (entry?.answer === "mode" && !MODES.includes(entry.mode as Mode))
    return `has the mode ${shown(entry.mode)}, not one of ${MODES.join(", ")}`;
  if (entry?.answer === "edit" && entry.input === undefined) return "has no `input`";
  if (entry?.scope !== undefined && !SCOPES.includes(entry.scope))
    return `has the scope ${shown(entry.scope)}, not one of ${SCOPES.join(", ")}`;
  const notText = (["message", "rule"] as const).find(
    (key) => entry?.[key] !== undefined && typeof entry[key] !== "string",
  );
  if (notText !== undefined) return `has the ${notText} ${shown(entry?.[notText])}, which is not a text`;
  if (entry?.repeat !== undefined && typeof entry.repeat !== "boolean") {
    return `has the repeat ${shown(entry.repeat)}, not true or false`;
  }
  const unknown = Object.keys(entry ?? {}).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    const near = nearestName(unknown, KEYS);
    return `has the key \`${unknown}\`, ${near === undefined ? `not one of ${KEYS.join(", ")}` : `which nobody reads; did you mean \`${near}\`?`}`;
  }
  if (entry?.minutes !== undefined && !(typeof entry.minutes === "number" && entry.minutes > 0)) {
    return `has the minutes ${shown(entry.minutes)}, not a number above 0`;
  }
  return undefined;
}

const shown = (value: unknown): string => `\`${typeof value === "string" ? value : shortJson(value, 40)}\``;
