import { type Decision, type OutcomeKind, type PromptEvent, SHORTEST_DECISION_ID } from "@gauntlet/core";
import { type Colors, colorsFor } from "./colors-for.ts";
import { describeVote, viewDecision } from "./decision-view.ts";
import { gatherWrites } from "./gathered-writes.ts";
import { visibleText } from "./visible-text.ts";

/** Shows what happens in a prompt, as plain lines that can be piped and scrolled. */
export interface Renderer {
  show(event: PromptEvent): void;
  /** Ends an unfinished line of text, with everything shown so far written. */
  end(): void;
}

export interface RenderTarget {
  /** Where the model's text goes. */
  readonly text: NodeJS.WritableStream & { readonly isTTY?: boolean };
  /** Where calls, decisions and results go. */
  readonly calls: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

const RESULT_LINES = 6;
const LINE_CHARACTERS = 160;

export function createRenderer({ text, calls }: RenderTarget): Renderer {
  const colors = colorsFor(calls);
  const gathered = gatherWrites(calls);
  let midLine = false;
  const endLine = (): void => {
    if (midLine) text.write("\n");
    midLine = false;
  };
  return {
    show(event) {
      if (event.type === "text") {
        const shown = visibleText(event.text);
        gathered.flush();
        text.write(shown);
        midLine = !shown.endsWith("\n");
        return;
      }
      const lines = linesOf(event, colors);
      if (lines.length === 0) return;
      endLine();
      gathered.write(`${lines.join("\n")}\n`);
    },
    end() {
      gathered.flush();
      endLine();
    },
  };
}

function linesOf(event: PromptEvent, colors: Colors): readonly string[] {
  switch (event.type) {
    case "call.requested":
      return [`${colors.cyan("●")} ${colors.bold(oneLine(event.tool))}  ${oneLine(event.words)}`];
    case "call.decided":
      return decisionLines(event.tool, event.decision, colors);
    case "call.rewritten":
      return [colors.yellow(`  input rewritten by ${oneLine(event.by)}`)];
    case "call.progress":
      return [colors.dim(`  … ${oneLine(event.text)}`)];
    case "agent.shown":
      return agentLines(event.name, event.event, colors);
    case "hook.ran":
      return hookLines(event, colors);
    case "call.repeated":
      return [
        colors.yellow(`  ${oneLine(event.tool)} has gone wrong ${event.times} times with the same input`),
      ];
    case "call.shown":
      return resultLines(event.tool, event.outcome, event.text, colors);
    case "request.retried":
      return [
        colors.yellow(
          `the model did not answer (${oneLine(event.why)}); trying again${event.delayMs > 0 ? ` in ${Math.ceil(event.delayMs / 1000)} s` : ""}`,
        ),
      ];
    case "media.dropped": {
      const count =
        event.places.length === 1
          ? "1 image or document leaves"
          : `${event.places.length} images and documents leave`;
      return [colors.yellow(`${count} the conversation: ${oneLine(event.why)}`)];
    }
    case "results.cleared":
      return [
        colors.yellow(`${event.places.length} old results leave the conversation: ${oneLine(event.why)}`),
      ];
    case "conversation.compacted":
      return [colors.yellow(`a summary takes the place of ${event.dropped} messages: ${oneLine(event.why)}`)];
    case "compaction.failed":
      return [colors.yellow(`the conversation could not be shortened: ${oneLine(event.why)}`)];
    case "message.truncated":
      return [colors.yellow(`the model's message was cut off: ${oneLine(event.why)}`)];
    case "turn.ended":
      return event.reason === "done"
        ? [colors.dim(totals(event))]
        : [
            colors.yellow(`ended: ${event.reason}${event.detail ? ` (${oneLine(event.detail)})` : ""}`),
            ...wayOn(event.reason),
          ];
    default:
      return [];
  }
}

/** What raises each budget. */
const BUDGET_FLAGS: Readonly<Record<string, string>> = {
  max_turns: "`--max-turns`",
  max_calls: "`--max-calls`",
  max_total_tokens: "`--max-total-tokens`",
  max_cost: "`--max-budget-usd`, and `model.prices` where a price is not known",
  max_duration: "`--max-time`",
};

/** How a person goes on after a budget was used up. */
function wayOn(reason: string): readonly string[] {
  const flag = BUDGET_FLAGS[reason];
  return flag === undefined ? [] : [`  to go on: \`gauntlet -c -p "go on"\`, with a larger ${flag}`];
}

/** What an agent does: its calls, not its words. How to go on after its budget is the session's business. */
function agentLines(name: string, event: PromptEvent, colors: Colors): readonly string[] {
  if (event.type === "turn.ended" && event.reason === "done") return [];
  const label = colors.dim(`  ${oneLine(name)} │`);
  const lines = linesOf(event, colors);
  return (event.type === "turn.ended" ? lines.slice(0, 1) : lines).map((line) => `${label} ${line}`);
}

/** What a hook has to say to people, and that it failed, whatever that means. */
function hookLines(
  { hook, message, failure }: Extract<PromptEvent, { type: "hook.ran" }>,
  colors: Colors,
): readonly string[] {
  const name = oneLine(hook);
  return [
    ...(message === undefined ? [] : [colors.cyan(`  ${name} says: ${oneLine(message)}`)]),
    ...(failure === undefined ? [] : [colors.yellow(`  ${name} failed: ${oneLine(failure)}`)]),
  ];
}

/** What a prompt took: messages, tokens, and dollars where the price is known. */
function totals({ turns, usage, costUsd }: Extract<PromptEvent, { type: "turn.ended" }>): string {
  const tokensIn = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  const cost = costUsd === undefined ? "" : ` · $${costUsd.toFixed(4)}`;
  return `${turns} model messages · ${tokensIn} tokens in, ${usage.outputTokens} out${cost}`;
}

const WORDS = { allow: "allowed", ask: "asks", deny: "denied" } as const;

/** The id at the end is what `gauntlet why` takes. */
function decisionLines(tool: string, decision: Decision, colors: Colors): readonly string[] {
  const paint = decision.effective === "allow" ? colors.green : colors.red;
  const { because } = viewDecision(decision);
  const answered = decision.answer ? ` by ${oneLine(decision.answer.by)}` : "";
  const first = because[0];
  const why = first ? ` — ${oneLine(describeVote(first))}` : "";
  const more = because.length > 1 ? colors.dim(` and ${because.length - 1} more`) : "";
  const id = colors.dim(` [${decision.id.slice(0, SHORTEST_DECISION_ID)}]`);
  return [`  ${paint(WORDS[decision.effective] + answered)} ${colors.dim(oneLine(tool))}${why}${more}${id}`];
}

const MARKS: Record<OutcomeKind, string> = {
  succeeded: "✓",
  failed: "✗",
  invalid: "✗",
  denied: "✗",
  cancelled: "■",
};

function resultLines(tool: string, outcome: OutcomeKind, text: string, colors: Colors): readonly string[] {
  const paint = outcome === "succeeded" ? colors.green : colors.red;
  const lines = visibleText(text)
    .split("\n")
    .filter((content) => content.trim() !== "");
  const shown = lines.slice(0, RESULT_LINES).map((content) => `    ${shorten(content)}`);
  const rest = lines.length - shown.length;
  return [
    `  ${paint(MARKS[outcome])} ${colors.dim(`${oneLine(tool)} ${outcome}`)}`,
    ...shown,
    ...(rest > 0 ? [colors.dim(`    … ${rest} more lines`)] : []),
  ];
}

const oneLine = (text: string): string => shorten(visibleText(text).split("\n")[0] ?? "");
const shorten = (text: string): string =>
  text.length > LINE_CHARACTERS ? `${text.slice(0, LINE_CHARACTERS)}…` : text;
