import { isDeepStrictEqual } from "node:util";
import { BEHAVIORS, type HookName, isTool } from "@gauntlet/core";

type Members = Readonly<Record<string, unknown>>;

const isBlank = (text: unknown): boolean => typeof text !== "string" || text.trim() === "";

/** What is wrong with how a tap acts on its value. @param value what the tap was given. */
export function judgeAct(act: string, args: readonly unknown[], value: object): string | undefined {
  const [first, second, third] = args;
  const { effects, mayRewrite, input, unsettled } = value as Members;
  switch (act) {
    case "vote":
      return judgeVote(first, second, { options: third, effects });
    case "object":
      return isBlank(first) ? "objects without a word" : undefined;
    case "addContext":
      return isBlank(first) ? "adds a text that is blank" : undefined;
    case "rewrite":
      return mayRewrite === false && !isDeepStrictEqual(first, input)
        ? "rewrites an input that was rewritten already, which denies the call; look at `mayRewrite`, and leave alone what it would give itself"
        : undefined;
    case "waitFor":
      return (unsettled as readonly { readonly id: string }[]).some(({ id }) => id === first)
        ? undefined
        : `waits for \`${String(first)}\`, which is not an unsettled call`;
    case "limitConcurrency":
      return Number.isInteger(first) && (first as number) > 0
        ? undefined
        : `limits concurrency to ${String(first)}, not to a whole number above 0`;
    default:
      return undefined;
  }
}

function judgeVote(
  behavior: unknown,
  why: unknown,
  { options, effects }: { readonly options: unknown; readonly effects: unknown },
): string | undefined {
  if (!BEHAVIORS.includes(behavior as never)) return `votes \`${String(behavior)}\`, which is not a behavior`;
  if (isBlank(why)) return `votes ${String(behavior)} without saying why`;
  if (options === undefined || !Array.isArray(effects)) return undefined;
  const { effect } = options as Members;
  return Number.isInteger(effect) && (effect as number) >= 0 && (effect as number) < effects.length
    ? undefined
    : `votes on the effect ${String(effect)}, which the call does not have`;
}

/** What is wrong with what a tap gives back. @param before what it was given, as it was. */
export function judgeAnswer(hook: HookName, before: Members, answer: unknown): string | undefined {
  if (answer === undefined || answer === null) return undefined;
  switch (hook) {
    case "buildPool":
      return judgePool(before, answer as Members);
    case "postToolUse":
      return judgeOutcome(before, answer as Members);
    case "mapResult":
      return judgeBlock(before, answer as Members);
    default:
      // What people write `=>` before, and what was meant for somebody.
      return typeof answer === "object" || typeof answer === "string"
        ? "gives something back that nobody reads; act on its value instead, as with `vote`"
        : undefined;
  }
}

function judgePool({ entries: before }: Members, { entries }: Members): string | undefined {
  const given = before as readonly Members[];
  if (!Array.isArray(entries)) return "gives no list of `entries`";
  const list = entries as readonly Members[];
  const stranger = list.find(({ tool }) => !given.some((entry) => entry["tool"] === tool));
  if (stranger !== undefined) {
    const { tool } = stranger;
    return `adds the tool \`${isTool(tool) ? tool.name : String(tool)}\`, which was not among the candidates`;
  }
  const double = list.find(({ tool }, i) => list.findIndex((entry) => entry["tool"] === tool) !== i);
  if (double !== undefined) return `lists the tool \`${(double["tool"] as { name: string }).name}\` twice`;
  const wordless = list.find(({ description }) => description !== undefined && isBlank(description));
  if (wordless !== undefined)
    return `gives the tool \`${(wordless["tool"] as { name: string }).name}\` a blank description`;
  return given.length > 0 && list.length === 0 ? "hides every tool" : undefined;
}

function judgeOutcome(before: Members, after: Members): string | undefined {
  if (typeof after !== "object") return "gives something else than a copy of its value";
  if (after["outcome"] !== before["outcome"])
    return "gives another outcome; what happened has happened, so set `replacement` or `notes`";
  if (after["call"] !== before["call"]) return "gives another call";
  const { notes, replacement, endTurn } = after;
  if (!Array.isArray(notes) || !notes.every((note) => typeof note === "string"))
    return "gives `notes` that are not a list of texts";
  const dropped = (before["notes"] as readonly string[]).find((note) => !notes.includes(note));
  if (dropped !== undefined) return `drops the note \`${dropped}\` of somebody else`;
  for (const [name, text] of Object.entries({ replacement, endTurn }))
    if (text !== undefined && isBlank(text)) return `gives a blank \`${name}\``;
  return undefined;
}

function judgeBlock(before: Members, after: Members): string | undefined {
  const [given, block] = [before["block"] as Members, after["block"] as Members | undefined];
  if (typeof block !== "object" || block === null) return "gives something without a `block`";
  if (block["tool_use_id"] !== given["tool_use_id"] || block["type"] !== given["type"])
    return "gives a block that answers no tool use; keep its `type` and `tool_use_id`";
  if (block["is_error"] !== given["is_error"])
    return "changes `is_error`; whether a call succeeded is not for it to say";
  const { content } = block;
  if (typeof content !== "string" && !Array.isArray(content))
    return "gives content that is neither a text nor parts";
  return content.length === 0
    ? "gives a block without content, so the model does not learn what happened"
    : undefined;
}
