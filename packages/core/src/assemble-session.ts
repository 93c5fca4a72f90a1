import { join } from "node:path";
import { createCommandHooks } from "./command-hooks/create-command-hooks.ts";
import type { AgentPlace } from "./contract/agent.ts";
import type { PluginLog } from "./contract/plugin-log.ts";
import type { PromptEvent } from "./contract/prompt-event.ts";
import type { PackOptions } from "./contract/tool.ts";
import { messageOf } from "./errors.ts";
import { createPipeline } from "./pipeline.ts";
import { denialOf } from "./policy/denial-of.ts";
import type { SessionFiles } from "./session/session-store.ts";
import { createTold } from "./session/told.ts";
import { createSession, type Session, type SessionParts } from "./session.ts";
import type { SessionDoors } from "./session-home.ts";
import type { SessionRecord } from "./session-record.ts";
import { createRuntime, type Scene } from "./session-runtime.ts";
import { createSessionScopes } from "./session-scopes.ts";
import type { CommandHooks } from "./stages/command-hooks.ts";
import type { PoolKeeper } from "./stages/pool-keeper.ts";
import type { Below } from "./stages/prompt-watch.ts";
import type { Runtime } from "./stages/runtime.ts";
import { type OpenResources, openResources } from "./tool/open-resources.ts";
import type { TurnRoom } from "./turn/room.ts";

/** What a session is put together from: one that a person talks to, or that of a subagent. */
export interface SessionAssembly {
  readonly files: SessionFiles;
  readonly record: SessionRecord;
  readonly packOptions: ReadonlyMap<string, PackOptions>;
  readonly scene: Scene;
  /** How it came to be, for hooks of its start. */
  readonly begins: SessionParts["begins"];
  readonly warnings: readonly string[];
  readonly agent?: AgentAssembly;
  /** Makes what starts its subagents. */
  readonly starterFor: (inside: SessionInside) => AgentStarter;
}

/** What is different for a subagent. */
export interface AgentAssembly {
  readonly place: AgentPlace;
  readonly pool: PoolKeeper;
  readonly below: Below;
  /** Counts its messages for whoever it works for. */
  readonly account: TurnRoom["account"];
  /** The resources of the session it belongs to. */
  readonly shared: OpenResources;
  /** The command hooks of that session. */
  readonly hooks: CommandHooks;
}

/** Starts the subagents of one session and closes those that are still open. */
export interface AgentStarter extends Pick<SessionParts, "openAgent" | "startAgent"> {
  readonly startInPrompt: TurnRoom["startAgent"];
  close(): Promise<void>;
}

/** What subagents take over from their session. */
export interface SessionInside extends Omit<SessionAssembly, "begins" | "warnings" | "agent" | "starterFor"> {
  readonly runtime: Runtime;
  readonly resources: OpenResources;
}

/**
 * Opens the resources of a session and puts its runtime together. Closing it closes its subagents first, then its
 * resources, then its journal.
 * @throws GNT_PLUGIN_RESOURCE.
 */
export async function assembleSession(doors: SessionDoors, assembly: SessionAssembly): Promise<Session> {
  const { home, registry } = doors;
  const { files, record, packOptions, scene, begins, warnings, agent, starterFor } = assembly;
  const told = createTold();
  const { offer, withhold, waitFor, seekWith } = scene.shelf;
  const deniedBy = (name: string): string | undefined => denialOf(record.policy.rules(), name);
  const tools = { offer, withhold, waitFor, seekWith, deniedBy };
  const scopes = createSessionScopes(doors, { session: files.id, slots: record.slots, packOptions });
  const scopeOf = (plugin: string) => ({
    ...scopes(plugin),
    tools,
    directory: join(home.stateDirectory, "packs", plugin.replace(/[^a-zA-Z0-9_-]/g, "_")),
    newResultFile: scene.spills.nextPath,
    redact: (passOn: (bytes: Buffer) => void) => scene.redaction.stream(plugin, passOn),
    tell: told.add,
    watch: (listener: (event: PromptEvent) => void) => watch(record, listener, scopes(plugin).log),
  });
  const resources = await openResources(registry.plugins, scopeOf, agent?.shared);
  const commandHooks = hooksFor(doors, assembly);
  const callTool: Runtime["callTool"] = (...call) => pipeline.callForHook(...call);
  const parts = { record, scopes, resources, told, scene, agent, commandHooks, callTool };
  const runtime = createRuntime(doors, parts);
  const pipeline = createPipeline(runtime, agent?.below);
  const starter = starterFor({ files, record, packOptions, scene, runtime, resources });
  const { model, modelName, maxTokens, contextTokens, strict, prices, system } = home;
  return createSession({
    id: files.id,
    directory: files.directory,
    runtime,
    setUp: resources.setUp,
    begins,
    warnings,
    pipeline,
    room: model && {
      transcript: record.transcript,
      model,
      modelName,
      maxTokens,
      contextTokens,
      strict,
      prices,
      system,
      startAgent: starter.startInPrompt,
      ...(agent?.account && { account: agent.account }),
    },
    transcript: record.transcript,
    subscribe: record.subscribe,
    openAgent: starter.openAgent,
    startAgent: starter.startAgent,
    close: () => inTurn(starter.close, commandHooks.close, resources.close, record.close),
  });
}

/** A plugin that looks on must not break what it looks at. */
function watch(record: SessionRecord, listener: (event: PromptEvent) => void, log: PluginLog): void {
  const unsubscribe = record.subscribe((event) => {
    try {
      listener(event);
    } catch (thrown) {
      unsubscribe();
      log.warn(`hears no more of the session: ${messageOf(thrown)}`);
    }
  });
}

/** The hooks of a session; a subagent has those of its session, which are told whose calls they are asked about. */
function hooksFor({ home }: SessionDoors, { files, record, agent }: SessionAssembly): CommandHooks {
  if (agent) {
    const { id, name } = agent.place;
    return agent.hooks.forAgent({ id, type: name, transcript: files.journal });
  }
  return createCommandHooks({
    session: files.id,
    transcript: files.journal,
    cwd: home.cwd,
    settings: record.policy.commandHooks,
    env: process.env,
    envFile: join(files.directory, "hook-environment.sh"),
  });
}

/** Runs each, also when one before it failed. @throws what the first that failed threw. */
async function inTurn(...steps: readonly (() => Promise<void>)[]): Promise<void> {
  const [first, ...rest] = steps;
  if (!first) return;
  try {
    await first();
  } finally {
    await inTurn(...rest);
  }
}
