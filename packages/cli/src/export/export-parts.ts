import type { JournalEntry } from "@gauntlet/core";
import { viewDecision } from "../decision-view.ts";
import { sessionItems } from "../session-items.ts";
import { groundsOf } from "../verdict.ts";
import { visibleText } from "../visible-text.ts";

/** A part of an exported session. All texts are from outside: whoever writes them out has to escape them. */
export type ExportPart =
  | { readonly kind: "person" | "model" | "note"; readonly text: string }
  | { readonly kind: "call"; readonly tool: string; readonly call: string; readonly text: string }
  | { readonly kind: "decision"; readonly behavior: string; readonly text: string }
  | { readonly kind: "outcome"; readonly tool: string; readonly outcome: string; readonly text: string }
  | { readonly kind: "end"; readonly text: string };

/** What of a session an export for people shows, in its order; what cannot be seen in a text is spelled out. */
export function exportParts(entries: readonly JournalEntry[]): readonly ExportPart[] {
  return sessionItems(entries).flatMap((item): ExportPart[] => {
    if ("note" in item) return [{ kind: "note", text: visibleText(item.note) }];
    if ("by" in item) return [{ kind: item.by, text: visibleText(item.text) }];
    const { event } = item;
    switch (event.type) {
      case "call.requested": {
        const text = visibleText(JSON.stringify(event.input, null, 2) ?? "");
        return [{ kind: "call", tool: visibleText(event.tool), call: visibleText(event.call), text }];
      }
      case "call.decided": {
        const { decision } = event;
        const answered =
          decision.answer === undefined ? "" : `; ${decision.answer.behavior} by ${decision.answer.by}`;
        const text = visibleText(groundsOf(viewDecision(decision)) + answered);
        return [{ kind: "decision", behavior: decision.effective, text }];
      }
      case "call.shown": {
        const { tool, outcome, text } = event;
        return [{ kind: "outcome", tool: visibleText(tool), outcome, text: visibleText(text) }];
      }
      case "turn.ended":
        return [{ kind: "end", text: endText(event) }];
      default:
        return [];
    }
  });
}

function endText({
  reason,
  detail,
  turns,
}: Extract<JournalEntry["event"], { readonly type: "turn.ended" }>): string {
  return visibleText(`${reason}${detail === undefined ? "" : `: ${detail}`}, ${turns} model messages`);
}
