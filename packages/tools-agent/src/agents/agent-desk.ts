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

/** What a subagent in the background does. */
export interface BackgroundWork {
  readonly type: string;
  readonly prompt: string;
  /** Gives its place free. */
  readonly leave: () => void;
}

/** What a session and its subagents know of agents: which types there are, and which run. */
export interface AgentDesk {
  readonly definitions: ReadonlyMap<string, AgentDefinition>;
  /** Subagents that run now, in the foreground and in the background. */
  readonly running: number;
  /**
   * Takes the place of one subagent.
   * @returns what gives it free again; undefined when `max` run already.
   */
  enter(max: number): (() => void) | undefined;
  /** Gives a subagent a prompt and does not wait; when it has ended, its place is free and the model is told. */
  sendOff(agent: Agent, work: BackgroundWork): BackgroundAgent;
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
  const enter = (max: number): (() => void) | undefined => {
    if (running >= max) return undefined;
    running += 1;
    return () => {
      running -= 1;
    };
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
    enter,
    sendOff(agent, { type, prompt, leave }) {
      const id = `agent_${randomBytes(4).toString("hex")}`;
      const file = newResultFile(id);
      const stop = new AbortController();
      let answer: AgentAnswer | undefined;
      const asked = agent.prompt(prompt, { signal: stop.signal }).finally(leave);
      const ended = asked.then(async (said) => {
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
