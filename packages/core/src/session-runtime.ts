import type { AgentPlace } from "./contract/agent.ts";
import type { ModelInfo } from "./contract/ask-model.ts";
import type { SessionScope, TapScope } from "./contract/session-scope.ts";
import type { CallContext } from "./contract/tool.ts";
import type { ModelPort } from "./model/port.ts";
import { oneAfterAnother } from "./one-after-another.ts";
import { denialOf } from "./policy/denial-of.ts";
import { toComparable } from "./policy/path-inside.ts";
import { holdsOwnSecret, isOwnSecret } from "./policy/protected-paths.ts";
import { realPathOrSelf } from "./policy/real-path.ts";
import { absolutePath } from "./policy/windows-path.ts";
import { createSearchGround } from "./pool/search-ground.ts";
import { createOutputSink } from "./results/output-sink.ts";
import { createRedaction, type Redaction } from "./results/redaction.ts";
import { type CallTable, createCallTable } from "./schedule/call-table.ts";
import type { SessionFiles } from "./session/session-store.ts";
import { createSpillDirectory, type SpillDirectory } from "./session/spill.ts";
import type { Told } from "./session/told.ts";
import type { SessionDoors, SessionHome } from "./session-home.ts";
import type { SessionRecord } from "./session-record.ts";
import type { SettingsChange } from "./settings-source.ts";
import type { CommandHooks } from "./stages/command-hooks.ts";
import { createPoolKeeper, type PoolKeeper } from "./stages/pool-keeper.ts";
import type { Runtime } from "./stages/runtime.ts";
import type { OpenResources } from "./tool/open-resources.ts";
import { trialSlots } from "./tool/plugin-slots.ts";
import { createSessionShelf, type SessionShelf } from "./tool/session-tools.ts";

/** What of an open session its runtime is made of. */
export interface RuntimeParts {
  readonly record: SessionRecord;
  /** What each plugin may use of the session. */
  readonly scopes: (plugin: string) => SessionScope;
  readonly resources: OpenResources;
  readonly told: Told;
  readonly scene: Scene;
  readonly commandHooks: CommandHooks;
  readonly callTool: Runtime["callTool"];
  /** For a subagent: where it stands, and the pool its definition leaves it. */
  readonly agent?: { readonly place: AgentPlace; readonly pool: PoolKeeper } | undefined;
}

/** What a session and its subagents have together: tools, one table of calls, results, one question at a time. */
export interface Scene {
  readonly shelf: SessionShelf;
  readonly table: CallTable;
  readonly spills: SpillDirectory;
  readonly redaction: Redaction;
  /** Tools whose definitions the session has shown in another process. */
  readonly wasLoaded: ReadonlySet<string>;
  questionTurn<T>(work: () => Promise<T>): Promise<T>;
}

export function createScene(
  { registry, home }: SessionDoors,
  files: SessionFiles,
  wasLoaded: ReadonlySet<string> = new Set(),
): Scene {
  return {
    shelf: createSessionShelf(registry),
    table: createCallTable(),
    spills: createSpillDirectory(files.results),
    redaction: createRedaction(home.redactor),
    wasLoaded,
    questionTurn: oneAfterAnother(),
  };
}

/** What the stages see of a session: its doors, its journal and its state, each by one name. */
export function createRuntime(doors: SessionDoors, parts: RuntimeParts): Runtime {
  const { home, registry } = doors;
  const { record, scopes, resources, scene, told, agent, commandHooks, callTool } = parts;
  const { shelf, spills, redaction } = scene;
  const { policy } = record;
  /** What code of plugins gets of the session: through taps, and through calls of their tools. */
  const viewsOver = (over: RuntimeParts["scopes"]) => ({
    hooks: doors.hooks.within(
      onceEach((plugin): TapScope => Object.freeze({ ...over(plugin), resource: resources.get })),
    ),
    contexts: createCallContexts({ ...parts, scopes: over, home }),
  });
  const { hooks, contexts } = viewsOver(scopes);
  const ground = createSearchGround(() => pool.latest(), policy.rules);
  const { deferral, contextTokens } = home;
  const pool: PoolKeeper =
    agent?.pool ??
    createPoolKeeper(shelf, () => ({
      registry,
      shelf,
      hooks,
      rules: policy.rules(),
      profile: home.profile,
      profileTools: home.profileTools,
      mode: policy.mode(),
      only: home.only,
      contextOf: contexts,
      describe: ({ tool, plugin }) =>
        tool.describeFor?.({
          ...contexts(plugin),
          denies: (input) =>
            policy
              .rules()
              .votes({ tool, plugin, input, effects: [] }, policy.context())
              .some(({ behavior }) => behavior === "deny"),
        }),
      deferral: { deferral, contextTokens, wasLoaded: scene.wasLoaded },
      ground,
    }));

  const runtime: Runtime = {
    hooks,
    table: scene.table,
    ...(agent && { agent: agent.place }),
    limits: home.limits,
    headless: home.headless,
    answerers: home.headless ? [] : home.answerers,
    commandHooks,
    signal: NEVER,
    callTool,
    pool: pool.current,
    poolWith: pool.with,
    lateNames: pool.lateNames,
    recordPool: () => pool.record(record.write),
    policies: policy.policies,
    mode: policy.mode,
    setMode: policy.setMode,
    moveTo: policy.moveTo,
    rules: policy.rules,
    compileRules: (rules) => policy.compile(rules),
    remember: policy.remember,
    refreshSettings: (by = callTool) =>
      policy.refresh((changes) => refusedBy(changes, { ...runtime, callTool: by })),
    settingsProblem: policy.problem,
    callContext: (tool) => contexts(shelf.find(tool.name)?.plugin),
    trial() {
      const trialScope = onceEach((plugin): SessionScope => {
        const scope = scopes(plugin);
        return Object.freeze({ ...scope, slots: trialSlots(scope.slots) });
      });
      const trial = viewsOver(trialScope);
      return { hooks: trial.hooks, callContext: (tool) => trial.contexts(shelf.find(tool.name)?.plugin) };
    },
    policyContext: policy.context,
    record: record.write,
    journalProven: record.proven,
    flush: record.flush,
    ensureJournal: record.ensureWritable,
    show: record.show,
    tell: told.add,
    takeTold: told.take,
    openOutput: (call, limitBytes) =>
      createOutputSink({
        limitBytes,
        previewBytes: home.limits.previewBytes,
        openFile: () => spills.nextPath(call),
        maxFileBytes: record.roomOnDisk(),
        redact: (passOn) => redaction.stream(call, passOn),
      }),
    redaction,
    spill: (call, text) => spills.store(call, text),
    newId: doors.newId,
    now: doors.now,
    questionTurn: scene.questionTurn,
  };
  return runtime;
}

const NEVER = new AbortController().signal;

/** Hooks may keep changed settings out, save those of the organization. Each change is judged by itself. */
async function refusedBy(
  changes: readonly SettingsChange[],
  runtime: Runtime,
): Promise<readonly SettingsChange[]> {
  const refused: SettingsChange[] = [];
  for (const change of changes) {
    const { blocked, stop } = await runtime.commandHooks.fire({ event: "ConfigChange", ...change }, runtime);
    const isRefused = blocked !== undefined || stop !== undefined;
    if (isRefused && change.source !== "policy_settings") refused.push(change);
  }
  return refused;
}

/** One context for each plugin: they differ in options and slots. A tool without a plugin has no name of its own. */
function createCallContexts({
  home,
  record: { policy, places },
  scopes,
  resources,
  agent,
  commandHooks,
}: Pick<RuntimeParts, "record" | "scopes" | "resources" | "agent" | "commandHooks"> & {
  readonly home: SessionHome;
}): (plugin: string | undefined) => CallContext {
  const isSecret = (path: string): boolean => isOwnSecret(toComparable(path), places);
  const common = {
    isReadDenied(path: string, realPath?: string, links?: number) {
      const real = realPath ?? realPathOrSelf(path);
      const isDenied = policy.rules().isReadDenied(path, real, links);
      return isDenied || isSecret(path) || (real !== path && isSecret(real));
    },
    mayDenyReadsBelow(directory: string) {
      // Links to a file that is denied elsewhere may lie anywhere.
      if (policy.rules().deniesReads) return true;
      return [directory, realPathOrSelf(directory)].some((path) =>
        holdsOwnSecret(toComparable(path), places),
      );
    },
    deniedBy: (tool: string) => denialOf(policy.rules(), tool),
    home: home.home,
    mode: policy.mode,
    workingDirectories: places.workingDirectories,
    ...(agent && { agent: agent.place }),
    ...(home.model && { model: modelInfo(home.model, home.modelName) }),
    resource: resources.get,
    resolve: (path: string) => absolutePath(path, { home: home.home, cwd: policy.directory() }),
  };
  const contextOf = onceEach((plugin: string): CallContext => {
    const { slots, options } = scopes(plugin);
    return Object.freeze({
      ...common,
      get cwd() {
        return policy.directory();
      },
      slots,
      options,
      get environment() {
        return commandHooks.environment();
      },
    });
  });
  return (plugin) => contextOf(plugin ?? "");
}

const modelInfo = ({ host, serverTools = [] }: ModelPort, name: string): ModelInfo =>
  Object.freeze({ name, serverTools, ...(host !== undefined && { host }) });

function onceEach<T>(make: (plugin: string) => T): (plugin: string) => T {
  const made = new Map<string, T>();
  return (plugin) => {
    const known = made.get(plugin);
    if (known !== undefined) return known;
    const value = make(plugin);
    made.set(plugin, value);
    return value;
  };
}
