import type { PromptEvent } from "@gauntlet/core";

/** One line for the events a person wants to see; the journal has all of them. */
export function printEvent(event: PromptEvent): string | undefined {
  switch (event.type) {
    case "text":
      return `model      ${event.text}`;
    case "call.requested":
      return `wants      ${event.words}`;
    case "call.decided":
      return `decided    ${event.decision.effective}: ${reasonsOf(event.decision)}`;
    case "call.shown":
      return `${event.outcome.padEnd(11)}${event.text.split("\n")[0]}`;
    case "turn.ended":
      return `ended      ${event.reason}`;
    default:
      return undefined;
  }
}

type Decided = Extract<PromptEvent, { type: "call.decided" }>["decision"];

function reasonsOf({ answer, because }: Decided): string {
  if (answer) return `answered by ${answer.by}`;
  return [...new Set(because.map(({ why }) => why))].join("; ");
}
