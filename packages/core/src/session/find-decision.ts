import { createReadStream } from "node:fs";
import type { OutcomeKind } from "../contract/call.ts";
import type { Decision } from "../contract/decision.ts";
import { isToolUse } from "../contract/message.ts";
import { looseEntry } from "./loose-entry.ts";
import { readLines } from "./read-lines.ts";
import { allSessions, journalsOf, newestFirst } from "./session-store.ts";

/** A decision as a journal holds it, with what the same journal says about its call. */
export interface FoundDecision {
  readonly decision: Decision;
  /** Id of the call: of the model's tool use, or one the runtime made. */
  readonly call: string;
  readonly tool: string;
  /** For a call of an agent the session it works for. */
  readonly session: string;
  /** Working directory of the session. */
  readonly cwd: string | undefined;
  /** Absolute path; for a call of an agent of the agent's own. */
  readonly journal: string;
  /** The input the decision was about, as far as the journal holds it: a denied call without a model leaves none. */
  readonly input?: unknown;
  /** JSON pointers into `decision`: where the journal masks something that looks like a secret. */
  readonly masked?: readonly string[];
  /** What became of the call; missing when the process ended before it settled. */
  readonly outcome?: OutcomeKind;
}

/** Fewest characters of a decision's id that name it. */
export const SHORTEST_DECISION_ID = 8;

/**
 * Finds decisions in the journals below a state directory and in those of agents, sessions written last first: by the id of the decision, by
 * its first characters (at least `SHORTEST_DECISION_ID`), or by the id of the call. A whole decision id ends the
 * search; else all journals are read, so that several answers show that the text is ambiguous.
 *
 * Journals are streamed line by line and their chains are not checked; lines that cannot be read are passed over.
 * @param stateDirectory absolute; one that does not exist holds nothing.
 */
export async function findDecisions(stateDirectory: string, id: string): Promise<readonly FoundDecision[]> {
  const found: FoundDecision[] = [];
  for (const files of await newestFirst(await allSessions(stateDirectory))) {
    for (const journal of journalsOf(files)) {
      const here = await searchJournal(journal, { id, session: files.id });
      const exact = here.find(({ decision }) => decision.id === id);
      if (exact) return [exact];
      found.push(...here);
    }
  }
  return found;
}

async function searchJournal(
  journal: string,
  { id, session }: { readonly id: string; readonly session: string },
): Promise<readonly FoundDecision[]> {
  const search = createSearch(journal, { id, session });
  try {
    for await (const line of readLines(createReadStream(journal))) {
      // Most lines are about something else, and parsing is what costs.
      if (INTERESTING.test(line)) search.take(line);
    }
  } catch {
    // A journal that cannot be read any further holds no more decisions.
  }
  return search.found();
}

const INTERESTING = /"type":"(session\.started|block\.completed|call\.(rewritten|decided|intent|settled))"/;

/** Collects what is said about the calls that are looked for; inputs of others are forgotten as they are decided. */
function createSearch(journal: string, { id, session }: { readonly id: string; readonly session: string }) {
  let cwd: string | undefined;
  const inputs = new Map<string, { readonly input: unknown }>();
  const found = new Map<string, FoundDecision>();
  const add = (call: string, more: Partial<FoundDecision>): void => {
    const known = found.get(call);
    if (known) found.set(call, { ...known, ...more });
  };
  const take = (line: string): void => {
    const event = looseEntry(line)?.event;
    switch (event?.type) {
      case "session.started":
        ({ cwd } = event);
        return;
      case "block.completed":
        if (event.block && isToolUse(event.block)) inputs.set(event.block.id, { input: event.block.input });
        return;
      case "call.rewritten":
        inputs.set(event.call, { input: event.input });
        return;
      case "call.decided": {
        const { call, tool, decision, masked } = event;
        const where = masked === undefined ? {} : { masked };
        if (names(id, decision.id, call)) {
          found.set(call, { decision, call, tool, session, cwd, journal, ...where, ...inputs.get(call) });
        }
        inputs.delete(call);
        return;
      }
      case "call.intent":
        add(event.call, { input: event.input });
        return;
      case "call.settled":
        inputs.delete(event.call);
        add(event.call, { outcome: event.outcome });
    }
  };
  return { take, found: () => [...found.values()] };
}

const names = (id: string, decision: string, call: string): boolean =>
  id === decision || id === call || (id.length >= SHORTEST_DECISION_ID && decision.startsWith(id));
