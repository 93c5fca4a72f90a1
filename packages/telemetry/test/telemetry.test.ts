import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  definePlugin,
  defineTool,
  Gauntlet,
  type GauntletOptions,
  type Session,
  type Tool,
  Type,
} from "@gauntlet/core";
import { type ScriptedTurn, scriptedModel } from "@gauntlet/testing";
import { SpanStatusCode } from "@opentelemetry/api";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { describe, expect, onTestFinished, test } from "vitest";
import { ATTRIBUTES, telemetry } from "../src/index.ts";

const SECRET = "the text of the conversation";

const act = defineTool({
  name: "Act",
  description: "Acts.",
  input: Type.Object({ text: Type.String() }),
  effects: () => [],
  execute({ text }) {
    if (text.includes("fail")) throw new Error("it broke");
    return `${text} is done`;
  },
});
const use = (text: string) => ({ type: "tool_use", name: "Act", input: { text } }) as const;

interface Traced {
  readonly session: Session;
  /** The finished spans. */
  readonly spans: () => readonly ReadableSpan[];
}

async function traced(
  turns: readonly ScriptedTurn[],
  options: Partial<GauntletOptions> = {},
  more: readonly Tool[] = [],
): Promise<Traced> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-telemetry-")));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const gauntlet = new Gauntlet({
    plugins: [definePlugin({ name: "@gauntlet/pack", tools: [act, ...more] }), telemetry({ tracerProvider })],
    cwd,
    home: cwd,
    stateDirectory: join(cwd, "state"),
    model: scriptedModel(turns),
    permissions: {},
    ...options,
  });
  const session = await gauntlet.session();
  onTestFinished(() => session.close());
  return { session, spans: () => exporter.getFinishedSpans() };
}

async function prompt({ session }: Traced, text = SECRET): Promise<void> {
  for await (const _ of session.prompt(text));
}

const nameOf = (span: ReadableSpan, spans: readonly ReadableSpan[]): string => {
  const parent = spans.find((other) => other.spanContext().spanId === span.parentSpanContext?.spanId);
  return parent ? `${nameOf(parent, spans)} > ${span.name}` : span.name;
};
const paths = (spans: readonly ReadableSpan[]) => spans.map((span) => nameOf(span, spans)).sort();
const named = (spans: readonly ReadableSpan[], name: string): ReadableSpan => {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name)}`);
  return found;
};

test("a prompt holds its messages and calls, a call its gate", async () => {
  const run = await traced([{ blocks: [use("it")] }, { blocks: [{ type: "text", text: "done" }] }]);
  await prompt(run);
  const agent = "invoke_agent gauntlet";
  expect(paths(run.spans())).toEqual([
    agent,
    `${agent} > chat claude-sonnet-5`,
    `${agent} > chat claude-sonnet-5`,
    `${agent} > execute_tool Act`,
    `${agent} > execute_tool Act > gate Act`,
  ]);
});

describe("attributes", () => {
  test("of prompts and messages follow the conventions", async () => {
    const run = await traced([{ blocks: [{ type: "text", text: "done" }] }], {
      packs: { "@gauntlet/telemetry": { provider: "anthropic" } },
    });
    await prompt(run);
    expect(named(run.spans(), "invoke_agent gauntlet").attributes).toMatchObject({
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.conversation.id": run.session.id,
      "gen_ai.usage.input_tokens": 10,
      "gen_ai.usage.output_tokens": 10,
      "gauntlet.turn.end": "done",
    });
    expect(named(run.spans(), "chat claude-sonnet-5").attributes).toMatchObject({
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "anthropic",
      "gen_ai.request.model": "claude-sonnet-5",
      "gen_ai.response.finish_reasons": ["end_turn"],
      "gen_ai.usage.output_tokens": 10,
    });
  });

  test.each([
    ["allow", {}, "succeeded", { source: "builtin", effective: "allow" }],
    ["deny", { permissions: { deny: ["Act(text:it)"] } }, "denied", { source: "host", effective: "deny" }],
    ["ask", { permissions: { ask: ["Act"] } }, "denied", { source: "host", effective: "deny" }],
  ])(
    "of a call that is decided by %s tell who decided and what became of it",
    async (behavior, options, outcome, more) => {
      const run = await traced([{ blocks: [use("it")] }], options);
      await prompt(run);
      expect(named(run.spans(), "gate Act").attributes).toMatchObject({
        "gauntlet.decision.behavior": behavior,
        "gauntlet.decision.effective": more.effective,
        "gauntlet.decision.sources": [more.source],
        "gauntlet.decision.mode": "default",
      });
      const call = named(run.spans(), "execute_tool Act");
      expect(call.attributes).toMatchObject({
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "Act",
        "gen_ai.tool.call.id": "toolu_0_0",
        "gauntlet.call.outcome": outcome,
      });
      expect(call.status.code).toBe(SpanStatusCode.UNSET);
    },
  );

  test("are all in the list that the package gives", async () => {
    const run = await traced([{ blocks: [use("it")] }], {
      packs: { "@gauntlet/telemetry": { content: true } },
    });
    await prompt(run);
    const known: readonly string[] = Object.values(ATTRIBUTES);
    const written = run.spans().flatMap(({ attributes }) => Object.keys(attributes));
    expect(written.filter((name) => !known.includes(name))).toEqual([]);
  });
});

test("a call that fails is an error, and so is a prompt whose model cannot be asked", async () => {
  const failing = await traced([{ blocks: [use("fail")] }]);
  await prompt(failing);
  expect(named(failing.spans(), "execute_tool Act").status.code).toBe(SpanStatusCode.ERROR);

  const broken = await traced([], {
    model: {
      stream: () => {
        throw new Error("no model");
      },
    } as never,
  });
  await expect(prompt(broken)).rejects.toThrow();
  await broken.session.close();
  expect(named(broken.spans(), "invoke_agent gauntlet").status.code).toBe(SpanStatusCode.ERROR);
});

describe("content", () => {
  const everything = (spans: readonly ReadableSpan[]) =>
    JSON.stringify(
      spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    );

  test("stays here unless it is asked for", async () => {
    const run = await traced([
      { blocks: [use(SECRET), use(`${SECRET} fail`), { type: "text", text: SECRET }] },
    ]);
    await prompt(run);
    expect(run.spans().length).toBeGreaterThan(5);
    expect(everything(run.spans())).not.toContain(SECRET);
  });

  test("comes with its secrets masked when it is asked for", async () => {
    const run = await traced(
      [{ blocks: [{ type: "tool_use", name: "Act", input: { text: SECRET, password: "hunter2hunter2" } }] }],
      {
        packs: { "@gauntlet/telemetry": { content: true } },
      },
    );
    await prompt(run);
    const { attributes } = named(run.spans(), "execute_tool Act");
    expect(attributes["gen_ai.tool.call.arguments"]).toContain(SECRET);
    expect(attributes["gen_ai.tool.call.arguments"]).not.toContain("hunter2");
    expect(attributes["gen_ai.tool.call.result"]).toContain("is done");
    expect(named(run.spans(), "gate Act").attributes["gauntlet.decision.because"]).not.toEqual([]);
  });
});

test("the prompt of a subagent is inside the call that started it", async () => {
  const delegate = defineTool({
    name: "Delegate",
    description: "Has a subagent do it.",
    input: Type.Object({}),
    effects: () => [],
    async execute(_, ctx) {
      const agent = await ctx.startAgent({ name: "helper", system: "Help." });
      return (await agent.prompt("help")).text;
    },
  });
  const run = await traced(
    [{ blocks: [{ type: "tool_use", name: "Delegate" }] }, { blocks: [use("it")] }],
    {},
    [delegate],
  );
  await prompt(run);
  await run.session.close();
  const outer = "invoke_agent gauntlet > execute_tool Delegate";
  expect(paths(run.spans())).toContain(`${outer} > invoke_agent gauntlet > execute_tool Act > gate Act`);
});

test("what a tool asks the model is inside its call, with its own usage, and ends no span of the conversation", async () => {
  const asks = defineTool({
    name: "Asks",
    description: "Asks the model.",
    input: Type.Object({}),
    effects: () => [],
    isConcurrencySafe: true,
    async execute(_, ctx) {
      await ctx.askModel?.({
        messages: [{ role: "user", content: [{ type: "text", text: "what?" }] }],
        maxTokens: 10,
      });
      return "asked";
    },
  });
  const answer = {
    blocks: [{ type: "text", text: "that" }],
    usage: { inputTokens: 1, outputTokens: 3, cacheReadTokens: 0, cacheWriteTokens: 0 },
  } as const;
  const run = await traced(
    [{ blocks: [{ type: "tool_use", name: "Asks" }] }, answer, { blocks: [{ type: "text", text: "done" }] }],
    {},
    [asks],
  );
  await prompt(run);
  const agent = "invoke_agent gauntlet";
  const chat = "chat claude-sonnet-5";
  expect(paths(run.spans()).filter((path) => path.endsWith(chat))).toEqual([
    `${agent} > ${chat}`,
    `${agent} > ${chat}`,
    `${agent} > execute_tool Asks > ${chat}`,
  ]);
  const chats = run.spans().filter(({ name }) => name === chat);
  expect(chats.map(({ status }) => status.code)).toEqual(Array(3).fill(SpanStatusCode.UNSET));
  expect(chats.map(({ attributes }) => attributes["gen_ai.usage.output_tokens"])).toContain(3);
});

test("calls without a prompt have spans of their own", async () => {
  const run = await traced([]);
  await run.session.call([{ tool: "Act", input: { text: "it" } }]);
  expect(paths(run.spans())).toEqual(["execute_tool Act", "execute_tool Act > gate Act"]);
});

test("what is unfinished when the session is closed ends as an error", async () => {
  const run = await traced([{ blocks: [{ type: "text", text: "a" }], tailMs: 60_000 }]);
  for await (const event of run.session.prompt("go")) if (event.type === "text") break;
  await run.session.close();
  expect(paths(run.spans())).toEqual([
    "invoke_agent gauntlet",
    "invoke_agent gauntlet > chat claude-sonnet-5",
  ]);
});
