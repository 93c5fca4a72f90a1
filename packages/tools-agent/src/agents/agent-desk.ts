import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { type Agent, type AgentAnswer, defineResource, messageOf, type ResourceScope } from "@gauntlet/core";
import { messages } from "../messages.ts";
import type { AgentDefinition } from "./definition.ts";
import { loadDefinitions } from "./load-definitions.ts";

/** A subagent that works while its session goes on. */
export interface BackgroundAgent {
  /** What the model calls it by. */
  readonly id: string;
  readonly type: string;
  /** Where its answer is written. */
  readonly file: string;
  /** Settles with its end; never rejects. */
  readonly ended: Promise<AgentAnswer>;
  readonly answer: AgentAnswer | undefined;
  stop(): void;
}

/** What a session and its subagents know of agents: which types there are, and which run. */
export interface AgentDesk {
  readonly definitions: ReadonlyMap<string, AgentDefinition>;
  /** Subagents that run now, in the foreground and in the background. */
  readonly running: number;
  /** Counts a subagent while `work` goes on. */
  count<T>(work: () => Promise<T>): Promise<T>;
  /** Gives a subagent a prompt and does not wait; the model is told when it has ended. */
  sendOff(agent: Agent, type: string, prompt: string): BackgroundAgent;
  find(id: string): BackgroundAgent | undefined;
  list(): readonly BackgroundAgent[];
  close(): Promise<void>;
}

/** One for a session and all its subagents. */
export const agentDesk = defineResource<AgentDesk>({
  name: "agents",
  isShared: true,
  open: async (scope) => createDesk(scope, await loadDefinitions(scope)),
  close: (desk) => desk.close(),
});

function createDesk(
  { newResultFile, tell, log }: ResourceScope,
  definitions: ReadonlyMap<string, AgentDefinition>,
): AgentDesk {
  const background = new Map<string, BackgroundAgent>();
  let running = 0;
  const count = async <T>(work: () => Promise<T>): Promise<T> => {
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };

  const finish = async (
    agent: Agent,
    { id, type, file }: Pick<BackgroundAgent, "id" | "type" | "file">,
    answer: AgentAnswer,
  ) => {
    await agent.close().catch((thrown: unknown) => log.warn(`agent \`${id}\`: ${messageOf(thrown)}`));
    // Private, like everything else a session keeps.
    await writeFile(file, messages.agentReport(type, answer), { mode: 0o600 });
    tell(messages.agentEnded(id, type, file, answer));
    return answer;
  };

  return {
    definitions,
    get running() {
      return running;
    },
    count,
    sendOff(agent, type, prompt) {
      const id = `agent_${randomBytes(4).toString("hex")}`;
      const file = newResultFile(id);
      const stop = new AbortController();
      let answer: AgentAnswer | undefined;
      const ended = count(() => agent.prompt(prompt, { signal: stop.signal })).then(async (said) => {
        await finish(agent, { id, type, file }, said).catch((thrown: unknown) =>
          log.warn(`the answer of agent \`${id}\` could not be kept: ${messageOf(thrown)}`),
        );
        answer = said;
        return said;
      });
      const sent: BackgroundAgent = {
        id,
        type,
        file,
        ended,
        get answer() {
          return answer;
        },
        stop: () => stop.abort(new Error("it was stopped")),
      };
      background.set(id, sent);
      return sent;
    },
    find: (id) => background.get(id),
    list: () => [...background.values()],
    async close() {
      for (const agent of background.values()) agent.stop();
      await Promise.all([...background.values()].map(({ ended }) => ended));
    },
  };
}
