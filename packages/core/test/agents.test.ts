import { existsSync } from "node:fs";
import { join } from "node:path";
import { type ScriptedTurn, scriptedModel } from "@gauntlet/testing";
import { describe, expect, test } from "vitest";
import {
  type Agent,
  type AgentSpec,
  type Answerer,
  definePlugin,
  defineResource,
  type ModelPort,
  type ModelRequest,
  type PromptEvent,
  type Question,
  readJournal,
  type Tool,
  Type,
} from "../src/index.ts";
import {
  callOne,
  createWorld,
  eventsOf,
  latch,
  textOf,
  tool,
  type World,
  type WorldOptions,
} from "./world.ts";

const SPEC: AgentSpec = { name: "helper", system: "You are the helper." };

/** A model that plays another script for each system prompt. */
function modelFor(scripts: Readonly<Record<string, readonly ScriptedTurn[]>>): ModelPort & {
  readonly requests: readonly ModelRequest[];
} {
  const requests: ModelRequest[] = [];
  const models = new Map(Object.entries(scripts).map(([system, turns]) => [system, scriptedModel(turns)]));
  return {
    name: "scripted",
    requests,
    stream(request, options) {
      requests.push(request);
      return (models.get(request.system) ?? scriptedModel([])).stream(request, options);
    },
  };
}

const uses = (...names: readonly string[]): ScriptedTurn => ({
  blocks: names.map((name) => ({ type: "tool_use", name })),
});
const says = (text: string): ScriptedTurn => ({ blocks: [{ type: "text", text }] });

/** A tool that has an agent do what the script says, and gives its last text. */
const delegating = (spec: AgentSpec = SPEC, seen: Agent[] = []): Tool =>
  tool("Delegate", {
    effects: () => [],
    async execute(_, ctx) {
      const agent = await ctx.startAgent(spec);
      seen.push(agent);
      try {
        const { text, reason } = await agent.prompt("do it");
        return `${reason}: ${text}`;
      } finally {
        await agent.close();
      }
    },
  });

const worldWith = (
  helper: readonly ScriptedTurn[],
  { toolList = [], spec = SPEC, ...options }: WorldOptions & { readonly spec?: AgentSpec } = {},
): Promise<World> =>
  createWorld({
    toolList: [delegating(spec), ...toolList],
    model: modelFor({ [spec.system]: helper }),
    ...options,
  });

const decided = (behavior: string) => ({ decision: { behavior } });

const agentEvents = (events: readonly PromptEvent[]): readonly PromptEvent[] =>
  events.flatMap((event) => (event.type === "agent.shown" ? [event.event] : []));

test("an agent works through the same gates in a conversation of its own, and its last words come back", async () => {
  const seen: Agent[] = [];
  const inner = tool("Inner", { effects: () => [] });
  const model = modelFor({ [SPEC.system]: [uses("Inner"), says("all done")] });
  const world = await createWorld({ toolList: [delegating(SPEC, seen), inner], model });
  const settled = await callOne(world, "Delegate");
  expect(textOf(settled)).toBe("done: all done");

  const [first] = model.requests;
  expect(first).toMatchObject({ system: SPEC.system, messages: [{ role: "user" }] });
  const [agent] = seen;
  const { entries } = await readJournal(join(agent?.directory ?? "", "journal.jsonl"));
  expect(entries.map(({ event }) => event.type)).toEqual(
    expect.arrayContaining(["session.started", "call.decided", "call.intent", "call.settled", "turn.ended"]),
  );
  expect(entries[0]?.event).toMatchObject({
    agentOf: { session: world.session.id, call: settled.id, name: "helper" },
  });
  const ours = (await world.journal()).map(({ event }) => event);
  expect(ours).toContainEqual(
    expect.objectContaining({ type: "agent.started", agent: agent?.id, name: "helper", call: settled.id }),
  );
  expect(ours).toContainEqual(
    expect.objectContaining({ type: "agent.answered", agent: agent?.id, reason: "done", turns: 2, calls: 1 }),
  );
});

test("its tokens and calls count in the prompt it works for", async () => {
  const model = modelFor({
    [SPEC.system]: [uses("Inner", "Inner"), says("done")],
    main: [uses("Delegate"), says("end")],
  });
  const inner = tool("Inner", { effects: () => [] });
  const options = { toolList: [delegating(), inner], model, system: "main" };
  const { summary } = await (await createWorld(options)).prompt();
  expect(summary).toMatchObject({ reason: "done", usage: { inputTokens: 40 } });

  const limited = await createWorld({
    ...options,
    model: modelFor({ [SPEC.system]: [uses("Inner", "Inner")], main: [uses("Delegate")] }),
    limits: { maxCalls: 2 },
  });
  const { summary: cut, events } = await limited.prompt();
  expect(cut.reason).toBe("max_calls");
  const outcomes = agentEvents(events).flatMap((event) =>
    event.type === "call.settled" ? [event.outcome] : [],
  );
  expect(outcomes).toEqual(["succeeded", "cancelled"]);
});

test("calls of an agent's agent count in the prompt all of them work for", async () => {
  let ran = 0;
  const inner = tool("Inner", { effects: () => [], execute: () => void ran++ });
  const below: AgentSpec = { name: "below", system: "You are below." };
  const further = delegating(below);
  const passOn = tool("PassOn", {
    effects: () => [],
    execute: (_, ctx) => further.execute({}, ctx),
  });
  const model = modelFor({
    main: [uses("Delegate"), says("end")],
    [SPEC.system]: [uses("PassOn"), says("done")],
    [below.system]: [uses("Inner", "Inner", "Inner"), says("done")],
  });
  const world = await createWorld({
    toolList: [delegating(), passOn, inner],
    model,
    system: "main",
    limits: { maxCalls: 4 },
  });
  const { summary } = await world.prompt();
  expect([summary.reason, ran]).toEqual(["max_calls", 2]);
});

describe("what agents cost", () => {
  const prices = { cheap: { input: 1, output: 1 }, dear: { input: 100, output: 100 } };
  const below: AgentSpec = { name: "below", system: "You are below.", model: "dear-2" };
  const further = delegating(below);
  const passOn = tool("PassOn", { effects: () => [], execute: (_, ctx) => further.execute({}, ctx) });
  const scripts = {
    main: [uses("Delegate"), says("end")],
    [SPEC.system]: [uses("PassOn"), says("done")],
    [below.system]: [says("done")],
  };

  test("is counted at the prices of the models that answered, an agent's agent's too", async () => {
    const world = await createWorld({
      toolList: [delegating(), passOn],
      model: modelFor(scripts),
      system: "main",
      modelName: "cheap-1",
      prices,
    });
    const { summary } = await world.prompt();
    // Each message has 10 tokens in and 10 out: two of the session, two of its agent, one of the agent's agent.
    expect(summary.usage).toMatchObject({ inputTokens: 50, outputTokens: 50 });
    expect(summary.costUsd).toBeCloseTo((4 * 20 * 1 + 20 * 100) / 1_000_000, 12);
    expect(summary.turns).toBe(2);
  });

  test("is counted also where the agent was ended before it was done", async () => {
    const abort = new AbortController();
    const cutShort = tool("Delegate", {
      effects: () => [],
      async execute(_, ctx) {
        const agent = await ctx.startAgent(SPEC);
        const { reason } = await agent.prompt("do it", { signal: abort.signal });
        await agent.close();
        return reason;
      },
    });
    const stop = tool("Stop", { effects: () => [], execute: () => abort.abort() });
    const world = await createWorld({
      toolList: [cutShort, stop],
      model: modelFor({ main: scripts.main, [SPEC.system]: [uses("Stop"), says("never")] }),
      system: "main",
      modelName: "cheap-1",
      prices,
    });
    expect((await world.prompt()).summary.usage).toMatchObject({ inputTokens: 30 });
  });
});

describe("the messages of one task of an agent", () => {
  test.each([
    ["fewer than its session may have", 5, 2, 2],
    ["never more than its session may have", 2, 1_000, 2],
    ["as many as its session where it says none", 2, undefined, 2],
    ["as many as its session where it says 0", 2, 0, 2],
    ["as many as it says where its session has no limit", 0, 3, 3],
  ])("are %s", async (_, ofSession, ofAgent, turns) => {
    const spec = { ...SPEC, ...(ofAgent !== undefined && { maxTurns: ofAgent }) };
    const seen: Agent[] = [];
    const world = await createWorld({
      toolList: [delegating(spec, seen), tool("Inner", { effects: () => [] })],
      model: modelFor({ [SPEC.system]: Array(9).fill(uses("Inner")) }),
      limits: { maxTurns: ofSession },
    });
    await callOne(world, "Delegate");
    await world.session.close();
    expect(eventsOf(await world.journal(), "agent.answered")).toMatchObject([{ reason: "max_turns", turns }]);
  });

  test.each([Number.NaN, -1, Number.POSITIVE_INFINITY])("cannot be %d", async (maxTurns) => {
    const world = await createWorld();
    await expect(world.session.agent({ ...SPEC, maxTurns })).rejects.toMatchObject({
      code: "GNT_CONFIG_INVALID",
    });
  });
});

test.each<[string, AgentSpec, readonly string[]]>([
  ["everything", SPEC, ["Delegate", "Inner", "mcp__s__a", "mcp__t__b"]],
  ["a list", { ...SPEC, tools: ["Inner"] }, ["Inner"]],
  ["a server", { ...SPEC, tools: ["mcp__s", "Nothing"] }, ["mcp__s__a"]],
  ["all but a tool", { ...SPEC, disallowedTools: ["Delegate", "mcp__*"] }, ["Inner"]],
  [
    "a list less a server",
    { ...SPEC, tools: ["*"], disallowedTools: ["mcp__t__*"] },
    ["Delegate", "Inner", "mcp__s__a"],
  ],
])("its tools are %s of its parent's", async (_, spec, names) => {
  const seen: Agent[] = [];
  const model = modelFor({ [spec.system]: [uses("Inner"), says("done")] });
  const others = ["Inner", "mcp__s__a", "mcp__t__b"].map((name) => tool(name));
  await callOne(await createWorld({ toolList: [delegating(spec, seen), ...others], model }), "Delegate");
  expect(seen[0]?.tools).toEqual(names);
  expect(model.requests[0]?.tools.map(({ name }) => name)).toEqual(names);
});

test("a tool it does not have is not run", async () => {
  const ran: string[] = [];
  const inner = tool("Inner", { execute: () => ran.push("Inner") });
  const world = await worldWith([uses("Inner"), says("done")], {
    spec: { ...SPEC, tools: ["Other"] },
    toolList: [inner],
  });
  await callOne(world, "Delegate");
  expect(ran).toEqual([]);
});

const writer = (ran: string[]): Tool =>
  tool("Writer", {
    effects: (_, ctx) => [{ kind: "write", path: ctx.resolve("a.txt"), scope: "file" }] as never,
    execute: () => ran.push("Writer"),
  });

test.each<[string, Partial<WorldOptions>, Partial<AgentSpec>]>([
  [
    "a mode of its own does not widen",
    { permissions: { allow: ["Delegate"] } },
    { permissionMode: "bypassPermissions" },
  ],
  ["a rule of the session denies", { permissions: { allow: ["Delegate", "Writer"], deny: ["Writer"] } }, {}],
  [
    "a rule of its own denies",
    { permissions: { allow: ["Delegate", "Writer"] } },
    { permissions: { deny: ["Writer"] } },
  ],
  [
    "a rule of its own asks, and nobody is there",
    { permissions: { allow: ["Delegate", "Writer"] } },
    { permissions: { ask: ["Writer"] } },
  ],
  [
    "the session plans",
    { permissions: { allow: ["Delegate", "Writer"] }, mode: "plan" },
    { permissionMode: "acceptEdits" },
  ],
  ["it plans itself", { permissions: { allow: ["Delegate", "Writer"] } }, { permissionMode: "plan" }],
])("what it does is denied where %s", async (_, options, own) => {
  const ran: string[] = [];
  const spec = { ...SPEC, ...own };
  const world = await worldWith([uses("Writer"), says("done")], {
    spec,
    toolList: [writer(ran)],
    ...options,
  });
  await callOne(world, "Delegate");
  expect(ran).toEqual([]);
});

test("the same call runs where nothing is against it", async () => {
  const ran: string[] = [];
  const world = await worldWith([uses("Writer"), says("done")], { toolList: [writer(ran)] });
  await callOne(world, "Delegate");
  expect(ran).toEqual(["Writer"]);
});

/** Says yes and keeps what it was asked. */
function yesMan(): Answerer & { readonly asked: readonly Question[] } {
  const asked: Question[] = [];
  return {
    name: "person",
    asked,
    answer: async (question) => {
      asked.push(question);
      return { behavior: "allow" };
    },
  };
}

test("its questions go to the same person, with its name", async () => {
  const ran: string[] = [];
  const person = yesMan();
  const options = { toolList: [writer(ran)], permissions: { allow: ["Delegate"] }, answerers: [person] };
  await callOne(await worldWith([uses("Writer"), says("done")], options), "Delegate");
  expect(person.asked.map(({ tool: name, agent }) => [name, agent])).toEqual([["Writer", "helper"]]);
  expect(ran).toEqual(["Writer"]);
});

test("of one in the background nobody is asked", async () => {
  const ran: string[] = [];
  const person = yesMan();
  const options = { toolList: [writer(ran)], permissions: { allow: ["Delegate"] }, answerers: [person] };
  const spec = { ...SPEC, background: true };
  await callOne(await worldWith([uses("Writer"), says("done")], { ...options, spec }), "Delegate");
  expect([person.asked, ran]).toEqual([[], []]);
});

test("what a person has remembered for the session holds for the agent at once, and for its parent after", async () => {
  const ran: string[] = [];
  const remembering: Answerer = {
    name: "person",
    answer: async () => ({ behavior: "allow", remember: { rules: ["Writer"], scope: "session" } }),
  };
  const options = { toolList: [writer(ran)], permissions: { allow: ["Delegate"] }, answerers: [remembering] };
  const world = await worldWith([uses("Writer"), uses("Writer"), says("done")], options);
  await callOne(world, "Delegate");
  expect(ran).toEqual(["Writer", "Writer"]);
  expect(await world.session.explain({ tool: "Writer", input: {} })).toMatchObject(decided("allow"));
});

test("agents in one message overlap", async () => {
  const running = new Set<string>();
  let most = 0;
  let all = (): void => {};
  const allThere = new Promise<void>((resolve) => {
    all = resolve;
  });
  const meeting = tool("Delegate", {
    effects: () => [],
    async execute(_, ctx) {
      const agent = await ctx.startAgent({ ...SPEC, system: ctx.callId });
      running.add(ctx.callId);
      most = Math.max(most, running.size);
      const answer = agent.prompt("go");
      if (running.size === 5) all();
      await Promise.all([answer, allThere]);
      running.delete(ctx.callId);
      await agent.close();
    },
  });
  const world = await createWorld({
    toolList: [meeting],
    model: modelFor({}),
    limits: { maxConcurrency: 5 },
  });
  await world.session.call(Array.from({ length: 5 }, () => ({ tool: "Delegate", input: {} })));
  expect(most).toBe(5);
});

test("with one place to run, an agent's call runs while its parent waits for it", async () => {
  const inner = tool("Inner", { effects: () => [] });
  const world = await worldWith([uses("Inner"), says("fine")], {
    toolList: [inner],
    limits: { maxConcurrency: 1 },
  });
  expect(textOf(await callOne(world, "Delegate"))).toBe("done: fine");
});

test("calls of one of its messages that conflict keep their order, beside a call of the session that waits", async () => {
  const order: string[] = [];
  const slow = (name: string, ticks: number): Tool =>
    tool(name, {
      effects: (_, ctx) => [{ kind: "write", path: ctx.resolve("a.txt"), scope: "file" }] as never,
      async execute() {
        for (let i = 0; i < ticks; i++) await new Promise((resolve) => setImmediate(resolve));
        order.push(name);
      },
    });
  const alone = tool("Alone", { execute: () => order.push("Alone") });
  const world = await worldWith([uses("First", "Second"), says("done")], {
    toolList: [slow("First", 20), slow("Second", 0), alone],
  });
  await world.session.call([
    { tool: "Delegate", input: {} },
    { tool: "Alone", input: {} },
  ]);
  expect(order).toEqual(["First", "Second", "Alone"]);
});

test("an abort reaches what runs in it, and every use of it has a result", async () => {
  const stop = new AbortController();
  const hanging = tool("Hang", {
    effects: () => [],
    execute: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("told to stop")), { once: true });
        stop.abort(new Error("enough"));
      }),
  });
  const seen: Agent[] = [];
  const model = modelFor({ [SPEC.system]: [uses("Hang"), says("never")] });
  const world = await createWorld({ toolList: [delegating(SPEC, seen), hanging], model });
  const settled = await callOne(world, "Delegate", {}, stop.signal);
  expect(textOf(settled)).toMatch(/^aborted: /);
  await world.session.close();
  const { entries } = await readJournal(join(seen[0]?.directory ?? "", "journal.jsonl"));
  const events = entries.map(({ event }) => event);
  expect(events).toContainEqual(expect.objectContaining({ type: "call.settled", outcome: "cancelled" }));
  expect(events.at(-1)).toMatchObject({ type: "turn.ended", reason: "aborted" });
});

test("one that outlives its call is closed with the session", async () => {
  const started: Promise<unknown>[] = [];
  const far = new AbortController();
  const hanging = tool("Hang", {
    effects: () => [],
    execute: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(new Error("told to stop")), { once: true });
      }),
  });
  const background = tool("Background", {
    effects: () => [],
    async execute(_, ctx) {
      const agent = await ctx.startAgent(SPEC);
      started.push(agent.prompt("go", { signal: far.signal }));
    },
  });
  const model = modelFor({ [SPEC.system]: [uses("Hang")] });
  const world = await createWorld({ toolList: [background, hanging], model });
  expect((await callOne(world, "Background")).outcome).toBe("succeeded");
  await world.session.close();
  expect(await Promise.all(started)).toMatchObject([{ reason: "aborted" }]);
});

test("a resource is its own, unless it is shared", async () => {
  const opened: string[] = [];
  const closed: string[] = [];
  const resource = (name: string, isShared: boolean) =>
    defineResource({
      name,
      isShared,
      open: ({ session }) => void opened.push(`${name} ${session}`),
      close: async () => void closed.push(name),
    });
  const pack = definePlugin({ name: "pack", resources: [resource("own", false), resource("common", true)] });
  const world = await worldWith([says("done")], { plugins: [pack] });
  await callOne(world, "Delegate");
  expect(opened.map((line) => line.split(" ")[0])).toEqual(["own", "common", "own"]);
  expect(closed).toEqual(["own"]);
});

test("where its model fails, the answer says so and the session goes on", async () => {
  const world = await worldWith([{ blocks: [], failAfterBlocks: 0 }], {
    model: {
      name: "broken",
      stream: () => {
        throw new Error("no such model");
      },
    },
  });
  const settled = await callOne(world, "Delegate");
  expect([settled.outcome, textOf(settled)]).toEqual(["succeeded", "failed: "]);
});

test("without a model none is started, and the call says so", async () => {
  const world = await createWorld({ toolList: [delegating()], model: undefined as never });
  const settled = await callOne(world, "Delegate");
  expect([settled.outcome, textOf(settled)]).toEqual([
    "failed",
    expect.stringMatching(/^no model is configured, so no subagent can be started; set `ANTHROPIC_API_KEY`/),
  ]);
});

test("a host can call and explain as an agent, which writes nothing until something happens", async () => {
  const ran: string[] = [];
  const world = await createWorld({ toolList: [writer(ran)] });
  const agent = await world.session.agent({ ...SPEC, permissions: { deny: ["Writer"] } });
  expect(await agent.explain({ tool: "Writer", input: {} })).toMatchObject(decided("deny"));
  expect(await world.session.explain({ tool: "Writer", input: {} })).toMatchObject(decided("allow"));
  await agent.close();
  expect(existsSync(world.session.directory)).toBe(false);
  const other = await world.session.agent({ ...SPEC, permissions: { deny: ["Writer"] } });
  expect((await other.call([{ tool: "Writer", input: {} }])).map(({ outcome }) => outcome)).toEqual([
    "denied",
  ]);
  expect(ran).toEqual([]);
});

test("a rule of a definition that is none refuses the agent", async () => {
  const world = await createWorld({ toolList: [tool("Inner", { input: Type.Object({}) })] });
  await expect(world.session.agent({ ...SPEC, permissions: { deny: ["Inner("] } })).rejects.toMatchObject({
    code: "GNT_CONFIG_RULE",
  });
});

describe("the end of a session", () => {
  /** What happens, in order, and a tool that runs to its end whoever wants it to stop. */
  function witness() {
    const happened: string[] = [];
    const [started, gate] = [latch(), latch()];
    const stubborn = tool("Stubborn", {
      effects: () => [],
      onInterrupt: "finish",
      async execute() {
        started.open();
        await gate.promise;
        happened.push("the agent's call ended");
      },
    });
    const door = defineResource<object>({
      name: "door",
      isShared: true,
      open: () => ({}),
      close: async () => void happened.push("the shared resource closed"),
    });
    return { happened, started, gate, stubborn, door };
  }
  const soon = () => new Promise((resolve) => setTimeout(resolve, 50));
  const ORDER = ["the agent's call ended", "the shared resource closed"];

  test("waits for an agent that is being closed already", async () => {
    const { happened, started, gate, stubborn, door } = witness();
    const far = new AbortController();
    const background = tool("Background", {
      effects: () => [],
      async execute(_, ctx) {
        const agent = await ctx.startAgent(SPEC);
        void agent.prompt("go", { signal: far.signal });
        await started.promise;
        void agent.close();
      },
    });
    const world = await createWorld({
      toolList: [background, stubborn],
      model: modelFor({ [SPEC.system]: [uses("Stubborn")] }),
      plugins: [definePlugin({ name: "door", resources: [door] })],
    });
    await callOne(world, "Background");
    const closing = world.session.close();
    await soon();
    gate.open();
    await closing;
    expect(happened).toEqual(ORDER);
  });

  test("waits for every agent, also when one could not be closed", async () => {
    const { happened, started, gate, stubborn, door } = witness();
    let opened = 0;
    const brittle = defineResource<{ readonly nth: number }>({
      name: "brittle",
      open: () => ({ nth: opened++ }),
      async close({ nth }) {
        if (nth === 1) throw new Error("stuck");
      },
    });
    const world = await createWorld({
      toolList: [stubborn],
      plugins: [definePlugin({ name: "door", resources: [door, brittle] })],
    });
    await world.session.agent(SPEC);
    const other = await world.session.agent({ ...SPEC, name: "other" });
    const calling = other.call([{ tool: "Stubborn", input: {} }]);
    await started.promise;
    const closing = world.session.close().catch((thrown: Error) => thrown.message);
    await soon();
    gate.open();
    expect(await closing).toContain("stuck");
    await calling;
    expect(happened).toEqual(ORDER);
  });

  test("closes an agent that is only being opened", async () => {
    const gate = latch();
    const events: string[] = [];
    let nth = 0;
    const slow = defineResource<object>({
      name: "slow",
      async open() {
        if (nth++ > 0) await gate.promise;
        events.push("opened");
        return {};
      },
      close: async () => void events.push("closed"),
    });
    const world = await createWorld({ plugins: [definePlugin({ name: "slow", resources: [slow] })] });
    const opening = world.session.agent(SPEC);
    const closing = world.session.close();
    await soon();
    gate.open();
    await closing;
    expect(events).toEqual(["opened", "opened", "closed", "closed"]);
    const agent = await opening;
    await expect(agent.call([{ tool: "A", input: {} }])).rejects.toThrow("is closed");
  });
});
