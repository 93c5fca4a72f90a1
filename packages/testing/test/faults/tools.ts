import { spawn } from "node:child_process";
import { mkdirSync, openSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import {
  defineResource,
  defineTool,
  type ResultContent,
  readFile as reads,
  type Tool,
  type ToolSpec,
  Type,
} from "@gauntlet/core";
import type { ToolCase, ToolTesterOptions } from "../../src/index.ts";

/** A tool with one fault that was put there, and how the tester has to say it. */
export interface BadTool {
  readonly fault: string;
  readonly tool: Tool;
  readonly one?: Partial<ToolCase>;
  readonly options?: ToolTesterOptions;
  readonly says: string | RegExp;
}

const input = Type.Object(
  { file_path: Type.String({ description: "File to show" }) },
  { additionalProperties: false },
);

type Spec = ToolSpec<typeof input, unknown>;

/** Shows a file, and has no fault. */
const sound: Spec = {
  name: "Show",
  description: "Shows a text file. Use it when the content matters.",
  input,
  isReadOnly: true,
  effects: ({ file_path }, ctx) => [reads(ctx.resolve(file_path))],
  describeCall: ({ file_path }) => `show ${file_path}`,
  execute: ({ file_path }, ctx) => readFile(ctx.resolve(file_path), "utf8"),
};

const bad = (
  fault: string,
  says: BadTool["says"],
  spec: Partial<Spec>,
  more: Partial<BadTool> = {},
): BadTool => ({
  fault,
  says,
  tool: defineTool({ ...sound, ...spec }) as Tool,
  ...more,
});

const schema = (properties: Parameters<typeof Type.Object>[0], more: object = {}): Partial<Spec> =>
  ({ input: Type.Object(properties, { additionalProperties: false, ...more }) }) as unknown as Partial<Spec>;

const boom = (): never => {
  throw new Error("boom");
};

const described = { description: "What it is for" };
let count = 0;

/** Faults of what a tool says about itself. */
const declarations: readonly BadTool[] = [
  bad("a description nobody can choose by", "the description is too short", { description: "Shows." }),
  bad(
    "an input without a description",
    "the input `file_path` has no description",
    schema({ file_path: Type.String() }),
  ),
  bad("a schema with an open object", "the input takes keys it does not name", {
    input: Type.Object({ file_path: Type.String(described) }),
  } as Partial<Spec>),
  bad(
    "a schema with an open object inside a list",
    "the input `edits` takes keys it does not name",
    schema({
      file_path: Type.String(described),
      edits: Type.Optional(Type.Array(Type.Object({ at: Type.Number(described) }), described)),
    }),
  ),
  bad(
    "a schema with an open object in a choice",
    "the input `target` takes keys it does not name",
    schema({
      file_path: Type.String(described),
      target: Type.Optional(
        Type.Union([Type.String(), Type.Object({ id: Type.Number(described) })], described),
      ),
    }),
  ),
  bad(
    "a required input that is not declared",
    "the input `path` is required and not declared",
    schema({ file_path: Type.String(described) }, { required: ["path"] }),
  ),
  bad(
    "an input nothing fits",
    "the input `file_path` fits nothing: its `minLength` is above its `maxLength`",
    schema({ file_path: Type.String({ ...described, minLength: 9, maxLength: 3 }) }),
  ),
  bad(
    "an input whose name servers refuse",
    "the input `file path` has a name models' servers refuse",
    schema({ file_path: Type.String(described), "file path": Type.Optional(Type.String(described)) }),
  ),
  bad(
    "a word on whether it is there that is none",
    "`isEnabled` gave a number, not true, false or a reason",
    {
      isEnabled: () => 1 as never,
    },
    { one: { outcome: "invalid" } },
  ),
  bad("no words for people", "`describeCall` gives no words", { describeCall: () => "" }),
];

/** Faults of what a tool does while nothing has been allowed yet. */
const deciding: readonly BadTool[] = [
  bad(
    "a validator that throws",
    "`validateInput` threw: boom",
    { validateInput: boom },
    { one: { outcome: "invalid" } },
  ),
  bad(
    "a validator that throws for inputs no case has",
    /the input \{"file_path":""\}: `validateInput` threw: Cannot read properties of null/,
    {
      validateInput: ({ file_path }) =>
        (/./.exec(file_path) as RegExpExecArray).index < 0 ? "no" : undefined,
    },
  ),
  bad(
    "a validator that answers true",
    "`validateInput` gave a boolean, not a text",
    { validateInput: () => true as never },
    {
      one: { outcome: "invalid" },
    },
  ),
  bad(
    "a permission check that throws",
    "`checkPermission` threw: boom",
    { checkPermission: boom },
    { one: { outcome: "denied" } },
  ),
  bad("a permission check without a reason", "`checkPermission` votes ask without saying why", {
    checkPermission: () => ({ behavior: "ask", why: "" }),
  }),
  bad("effects that throw", "`effects` threw: boom", { effects: boom }, { one: { outcome: "denied" } }),
  bad("effects left out", "`effects` says nothing", { effects: () => undefined }),
  bad(
    "effects that differ each time",
    "`effects` says something else of the same call each time it is asked",
    { effects: (_, ctx) => [reads(ctx.resolve("a.txt")), reads(ctx.resolve(`${count++}.txt`))] },
  ),
  bad("a check that writes", "deciding about the call changed `seen`", {
    validateInput: (_, ctx) => void writeFileSync(ctx.resolve("seen"), "") as undefined,
  }),
];

/** Faults of what a call does and does not say. */
const lies: readonly BadTool[] = [
  bad("a lying read-only", "the tool says it is read-only and changed `a.txt`", {
    execute: (_, ctx) => {
      writeFileSync(ctx.resolve("a.txt"), "changed");
      return "shown";
    },
  }),
  bad("an undeclared effect", "the tool changed `b.txt` and declares no effect on it", {
    isReadOnly: false,
    execute: (_, ctx) => {
      writeFileSync(ctx.resolve("b.txt"), "new");
      return "shown";
    },
  }),
  bad("a read that is a removal", "the tool changed `a.txt` and declares no effect on it", {
    isReadOnly: false,
    execute: (_, ctx) => {
      rmSync(ctx.resolve("a.txt"));
      return "shown";
    },
  }),
  bad("an undeclared directory", "the tool changed `made` and declares no effect on it", {
    isReadOnly: false,
    execute: (_, ctx) => {
      mkdirSync(ctx.resolve("made"));
      return "shown";
    },
  }),
  bad(
    "a lying concurrency-safe",
    /call \d has another result in the other order/,
    { isConcurrencySafe: true, execute: () => `${count++}` },
    {
      options: {
        pairs: [{ inputs: [{ file_path: "a.txt" }, { file_path: "a.txt" }], files: { "a.txt": "" } }],
      },
    },
  ),
];

/** Faults of what comes back. */
const results: readonly BadTool[] = [
  bad("an unpaired result", "the result holds a `tool_use`", {
    toModel: () => [{ type: "tool_use", id: "toolu_2", name: "Show", input: {} }] as never as ResultContent[],
  }),
  bad("an image that is none", "the result cannot answer the tool use", {
    toModel: () => [{ type: "image", source: { type: "base64", media_type: "image/tiff", data: "AAAA" } }],
  }),
  bad("a result of no kind", "`toModel` gave neither a text nor parts", {
    toModel: () => ({ text: "one" }) as never,
  }),
  bad("a blank result", "the result is blank", { toModel: () => " " }),
  bad("a mapping that throws", "`toModel` threw: boom", { toModel: boom }),
  bad("a view for people that throws at refusals", "`toPerson` threw: Cannot read properties of undefined", {
    toPerson: ({ output }) => (output as { toString(): string }).toString(),
  }),
];

const stuck = defineResource<null>({
  name: "stuck",
  timeoutMs: 20,
  open: () => null,
  close: () => new Promise(() => {}),
});

/** Faults of what is left when all is over. */
const leftovers: readonly BadTool[] = [
  bad("a process left behind", /left a process behind, begun at .*tools\.ts:\d+/, {
    execute: (_, ctx) => {
      spawn("sleep", ["60"], { cwd: ctx.cwd, detached: true, stdio: "ignore" }).unref();
      return "started";
    },
  }),
  bad("a process that left its parent", "left a process behind: `sleep 61`", {
    execute: async (_, ctx) => {
      const shell = spawn("sh", ["-c", "sleep 61 & "], { cwd: ctx.cwd, stdio: "ignore" });
      await new Promise((resolve) => shell.once("exit", resolve));
      return "started";
    },
  }),
  bad("a timer left behind", /left a timer behind, begun at .*tools\.ts:\d+/, {
    execute: () => {
      const timer = setInterval(() => undefined, 60_000);
      timers.push(timer);
      return "started";
    },
  }),
  bad("a port left open", "left a listening port behind", {
    execute: async () => {
      const server = createServer();
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return "started";
    },
  }),
  bad("a file left open", "left the file `work/a.txt` open", {
    execute: (_, ctx) => {
      files.push(openSync(ctx.resolve("a.txt"), "r"));
      return "started";
    },
  }),
  bad(
    "a resource that does not close",
    "the resource `stuck` of plugin `tool-tester` could not be closed",
    {},
    {
      options: { resources: [stuck] },
    },
  ),
  bad(
    "a call that does not end",
    "did not end within 50 ms",
    {
      execute: async (_, ctx) => {
        await delay(60_000, undefined, { signal: ctx.signal });
        return "late";
      },
    },
    { options: { timeLimitMs: 50 } },
  ),
  bad(
    "a call that does not stop",
    "went on after it was told to stop",
    { execute: () => new Promise((resolve) => pending.push(resolve)) },
    { one: { stop: true } },
  ),
];

/** What the faults leave behind, for the test to clear away. */
export const timers: NodeJS.Timeout[] = [];
export const servers: ReturnType<typeof createServer>[] = [];
export const files: number[] = [];
export const pending: ((value: unknown) => void)[] = [];

export const BAD_TOOLS: readonly BadTool[] = [
  ...declarations,
  ...deciding,
  ...lies,
  ...results,
  ...leftovers,
];

export const soundTool = defineTool(sound) as Tool;
