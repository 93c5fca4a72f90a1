import { join } from "node:path";
import { narrowPolicy } from "./agent-policy.ts";
import { type AgentStarter, assembleSession, type SessionInside } from "./assemble-session.ts";
import type { Agent, AgentAnswer, AgentSpec } from "./contract/agent.ts";
import { NO_USAGE } from "./contract/message.ts";
import { messageOf, noModel } from "./errors.ts";
import { inWords } from "./in-words.ts";
import { createPending } from "./pending.ts";
import { narrowPool } from "./pool/narrow-pool.ts";
import { createSearchGround } from "./pool/search-ground.ts";
import type { SessionFiles } from "./session/session-store.ts";
import type { Session } from "./session.ts";
import type { SessionDoors } from "./session-home.ts";
import { createRecord } from "./session-record.ts";
import { completeLimits } from "./stages/limits.ts";
import { narrowPoolKeeper, type PoolKeeper } from "./stages/pool-keeper.ts";
import type { AgentParent } from "./stages/prompt-watch.ts";
import type { AgentShare } from "./turn/room.ts";

/** Whom a subagent works for. Neither: the host opened it. */
interface Employer {
  readonly parent?: AgentParent;
  readonly share?: AgentShare;
}

/**
 * Starts subagents of one session. Each is a session of its own in a directory of its parent's, and shares with it the
 * table of calls, the answerers, the results and, narrowed, the policy and the pool.
 * @param outer counts calls for whoever the session itself works for.
 */
export function createAgentStarter(
  doors: SessionDoors,
  inside: SessionInside,
  outer?: AgentShare["takeCall"],
): AgentStarter {
  const open = new Set<Session>();
  const opening = createPending();
  const prompts = createPending();

  const assemble = async (spec: AgentSpec, { parent, share }: Employer): Promise<Session> => {
    const id = doors.newId();
    const files = agentFiles(inside.files, id);
    const { runtime, resources, scene, packOptions, record: ours } = inside;
    const policy = narrowPolicy(ours.policy, spec);
    const narrowed = narrowDoors(doors, spec, share);
    const takeCall = (): string | undefined => share?.takeCall() ?? outer?.();
    const call = parent && { call: parent.call };
    const of = { session: inside.files.id, name: spec.name, ...call };
    const record = createRecord(narrowed, files, { agent: { of, policy } });
    const ground = createSearchGround(() => pool.latest(), policy.rules);
    const pool: PoolKeeper = narrowPoolKeeper(runtime, (parents) => narrowPool(parents, spec, ground));
    const session = await assembleSession(narrowed, {
      files,
      record,
      packOptions,
      scene,
      begins: "agent",
      warnings: [],
      agent: {
        place: { id, name: spec.name, depth: (runtime.agent?.depth ?? 0) + 1 },
        pool,
        below: { row: parent?.row, takeCall },
        account: share?.account,
        shared: resources,
        hooks: runtime.commandHooks,
      },
      starterFor: (its) => createAgentStarter(narrowed, its, takeCall),
    });
    const unsubscribe = record.subscribe((event) => {
      // With the first thing that happens in it: one that is only asked what it might do leaves no trace.
      if (event.type === "session.started")
        runtime.record({
          type: "agent.started",
          agent: id,
          name: spec.name,
          ...call,
          directory: files.directory,
        });
      runtime.show({ type: "agent.shown", agent: id, name: spec.name, event });
    });
    const closing: Session = {
      ...session,
      async close() {
        try {
          await session.close();
        } finally {
          open.delete(closing);
          unsubscribe();
        }
      },
    };
    open.add(closing);
    return closing;
  };
  const openAgent = (spec: AgentSpec, employer: Employer = {}): Promise<Session> =>
    opening.track(assemble(spec, employer));

  const start = async (spec: AgentSpec, parent: AgentParent, share: AgentShare): Promise<Agent> => {
    const session = await openAgent(spec, { parent, share });
    const tools = (await session.tools()).entries.map(({ tool }) => tool.name);
    return {
      id: session.id,
      directory: session.directory,
      tools,
      prompt: (text, options) => prompts.track(prompt(session, { spec, text, ...options })),
      close: session.close,
    };
  };

  const prompt = async (
    session: Session,
    {
      spec,
      text,
      signal,
    }: { readonly spec: AgentSpec; readonly text: string; readonly signal?: AbortSignal },
  ): Promise<AgentAnswer> => {
    const answer = await answerOf(session, text, { ...(signal && { signal }) });
    const { text: _, detail: __, ...numbers } = answer;
    inside.runtime.record({ type: "agent.answered", agent: session.id, name: spec.name, ...numbers });
    return answer;
  };

  return {
    openAgent: (spec) => openAgent(spec),
    startInPrompt: start,
    startAgent(spec, parent) {
      const { model } = doors.home;
      if (!model) throw noModel("no subagent can be started");
      return start(spec, parent, { model, account: () => undefined, takeCall: () => undefined });
    },
    close: async () => {
      await opening.settled();
      const ends = await Promise.allSettled([...open].map((session) => session.close()));
      // What an agent answered is written down in its session.
      await prompts.settled();
      const failed = ends.find((end) => end.status === "rejected");
      if (failed) throw failed.reason;
    },
  };
}

function agentFiles({ directory: parent, results }: SessionFiles, id: string): SessionFiles {
  const directory = join(parent, "agents", id);
  return { id, directory, journal: join(directory, "journal.jsonl"), results };
}

/** What a definition and its employer change of the session's home. @throws GNT_CONFIG_INVALID for no number. */
function narrowDoors(doors: SessionDoors, spec: AgentSpec, share: AgentShare | undefined): SessionDoors {
  const { home } = doors;
  const { maxTurns = 0, model: modelName = home.modelName } = spec;
  return {
    ...doors,
    home: {
      ...home,
      modelName,
      system: spec.system,
      model: share?.model ?? home.model,
      limits: completeLimits({ ...home.limits, maxTurns: narrowLimit(home.limits.maxTurns, maxTurns) }),
      headless: home.headless || spec.background === true,
    },
  };
}

/** The lower of two limits, of which 0 is none. */
const narrowLimit = (one: number, other: number): number =>
  one === 0 || other === 0 ? one + other : Math.min(one, other);

/** Runs one prompt to its end. Never rejects: the journal of the agent has the rest. */
async function answerOf(
  session: Session,
  prompt: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<AgentAnswer> {
  let texts: string[] = [];
  let calls = 0;
  let end: Omit<AgentAnswer, "text" | "calls"> = { reason: "failed", turns: 0, usage: NO_USAGE };
  try {
    for await (const event of session.prompt(prompt, options)) {
      if (event.type === "message.started") texts = [];
      if (event.type === "block.completed" && event.block.type === "text")
        texts.push(inWords(event.block.text));
      if (event.type === "call.settled") calls += 1;
      if (event.type === "turn.ended") {
        const { reason, detail, turns, usage } = event;
        end = { reason, turns, usage, ...(detail !== undefined && { detail }) };
      }
    }
  } catch (thrown) {
    end = { ...end, reason: "failed", detail: messageOf(thrown) };
  }
  return { ...end, text: texts.join("\n\n"), calls };
}
