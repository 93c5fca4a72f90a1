import type { CommandHook } from "../contract/command-hook.ts";
import { preview } from "../results/limit-content.ts";
import type { Runtime } from "../stages/runtime.ts";
import type { HookAnswer } from "./read-answer.ts";

/** Characters of one text of a hook that a model or a person reads. */
const MAX_TEXT = 10_000;

/** An answer whose texts have no secrets and a bearable length: a longer one is stored and stands as a preview. */
export async function fitAnswer(
  answer: HookAnswer,
  { event }: Pick<CommandHook, "event">,
  runtime: Pick<Runtime, "spill" | "limits" | "redaction">,
): Promise<HookAnswer> {
  const name = `hook-${event}`;
  const fit = async (given: string | undefined): Promise<string | undefined> => {
    const text = given === undefined ? undefined : runtime.redaction.text(name, given);
    if (text === undefined || text.length <= MAX_TEXT) return text;
    const { previewBytes } = runtime.limits;
    return preview(text, { previewBytes, spill: (whole) => runtime.spill(name, whole) });
  };
  const { reason, stop, failure, context, message } = answer;
  const texts = await Promise.all([reason, stop, failure, context, message].map(fit));
  runtime.redaction.take(name);
  const names = ["reason", "stop", "failure", "context", "message"];
  const fitted = names.flatMap((member, i) => (texts[i] === undefined ? [] : [[member, texts[i]]]));
  return { ...answer, ...Object.fromEntries(fitted) };
}
