import { homedir } from "node:os";
import {
  ConfigError,
  type FoundDecision,
  findDecisions,
  maskSecrets,
  SHORTEST_DECISION_ID,
  stateDirectory,
} from "@gauntlet/core";
import { viewDecision } from "../decision-view.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { decisionLines, labelled } from "../explanation-text.ts";
import { shortJson } from "../short-json.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";

/** `gauntlet why`: a decision of the past, from the journals below the state directory. */
export async function runWhy(id: string, { json }: { readonly json?: boolean }): Promise<ExitCode> {
  if (id.length < SHORTEST_DECISION_ID) {
    throw new ConfigError("GNT_CONFIG_INVALID", `\`${id}\` is too short to name a decision`, {
      hint: `give at least ${SHORTEST_DECISION_ID} characters of a decision's id, or the whole id of a call`,
    });
  }
  const found = await findDecisions(stateDirectory(process.env, homedir()), id);
  const [first] = found.map(withMaskedInput);
  if (first === undefined || found.length > 1) {
    process.stderr.write(first === undefined ? notFound(id) : ambiguous(id, found));
    return EXIT.failed;
  }
  process.stdout.write(json ? `${visibleJson(viewOf(first), 2)}\n` : textOf(first));
  return EXIT.done;
}

const notFound = (id: string): string =>
  `gauntlet: no journal holds a decision or call \`${visibleLine(id)}\`\n` +
  "  decisions are looked for below the state directory; `GAUNTLET_HOME` names another\n";

/** The session needs its inputs whole; whoever asks why does not. Pointers below `/decision` are those of the journal. */
function withMaskedInput(found: FoundDecision): FoundDecision {
  const inDecision = (found.masked ?? []).map((pointer) => `/decision${pointer}`);
  if (!("input" in found)) return { ...found, masked: inDecision };
  const { value: input, masked } = maskSecrets(found.input);
  return { ...found, input, masked: [...inDecision, ...masked.map((pointer) => `/input${pointer}`)] };
}

const MAX_LISTED = 10;

function ambiguous(id: string, found: readonly FoundDecision[]): string {
  const lines = found
    .slice(0, MAX_LISTED)
    .map(({ decision, tool, session }) =>
      visibleLine(`  ${decision.id}  ${decision.at}  ${tool} in session ${session}`),
    );
  const more = found.length > MAX_LISTED ? [`  and ${found.length - MAX_LISTED} more`] : [];
  return [
    `gauntlet: \`${visibleLine(id)}\` is ambiguous, ${found.length} decisions fit:`,
    ...lines,
    ...more,
    "  give more of the id",
    "",
  ].join("\n");
}

function viewOf({
  decision,
  session,
  cwd,
  call,
  tool,
  outcome,
  masked = [],
  ...rest
}: FoundDecision): object {
  const { input } = rest;
  return {
    session,
    cwd,
    call,
    tool,
    ...("input" in rest && { input }),
    ...(outcome !== undefined && { outcome }),
    ...(masked.length > 0 && { masked }),
    decision: viewDecision(decision),
  };
}

const VERDICTS = { allow: "was allowed", ask: "was to be asked about", deny: "was denied" } as const;

function textOf(found: FoundDecision): string {
  const { decision, tool, call, session, cwd, outcome, masked = [] } = found;
  const { answer } = decision;
  const said = answer?.message === undefined ? "" : `: ${answer.message}`;
  return [
    `${tool} ${VERDICTS[decision.effective]}`,
    labelled("decided", `${decision.id}, ${decision.at}`),
    labelled("session", cwd === undefined ? session : `${session} in ${cwd}`),
    labelled("call", outcome === undefined ? call : `${call}, ${outcome}`),
    labelled("input", "input" in found ? shortJson(found.input) : "not in the journal"),
    ...(masked.length === 0 ? [] : [labelled("masked", masked.join(" "))]),
    ...decisionLines(decision),
    ...(answer === undefined ? [] : [labelled("answer", `${answer.behavior} by ${answer.by}${said}`)]),
  ]
    .map((line) => `${visibleLine(line)}\n`)
    .join("");
}
