import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  definePlugin,
  defineResource,
  defineTool,
  type Hooks,
  type Plugin,
  type PluginScope,
  type Tool,
  Type,
} from "@gauntlet/core";
import type { HookCase, HookTesterOptions } from "../../src/index.ts";

/** A plugin with one fault that was put there, and how the tester has to say it. */
export interface BadPlugin {
  readonly fault: string;
  readonly plugin: Plugin;
  readonly one?: Partial<HookCase>;
  readonly options?: HookTesterOptions;
  readonly says: string | RegExp;
}

const bad = (
  fault: string,
  says: BadPlugin["says"],
  apply: (hooks: Hooks, scope: PluginScope) => void,
  more: Omit<Partial<BadPlugin>, "plugin"> = {},
): BadPlugin => ({
  fault,
  says,
  plugin: definePlugin({ name: "acme", apply: (scope) => apply(scope.hooks, scope) }),
  ...more,
});

const boom = (): never => {
  throw new Error("boom");
};
const never = new Promise<undefined>(() => {});
let count = 0;

const stranger = defineTool({
  name: "Stranger",
  description: "A tool no plugin lists.",
  input: Type.Object({}, { additionalProperties: false }),
  execute: () => "",
}) as Tool;

/** Faults of how a plugin is put together. */
const setUps: readonly BadPlugin[] = [
  bad(
    "an apply that throws",
    "it cannot be put together: plugin `acme` threw while it was applied: boom",
    boom,
  ),
  bad(
    "an apply that is awaited",
    "it cannot be put together: plugin `acme` is applied asynchronously",
    (async () => {}) as never,
  ),
  bad("a name twice", "plugin `acme` taps `validate` twice as `a`", ({ validate }) => {
    validate.tap("a", () => undefined);
    validate.tap("a", () => undefined);
  }),
  bad("two taps ahead of one another", "want to run ahead of one another", ({ validate }) => {
    validate.tap({ name: "a", before: "acme: b" }, () => undefined);
    validate.tap({ name: "b", before: "acme: a" }, () => undefined);
  }),
  bad("a callback", "`tapAsync` was called on `validate`", ({ validate }) =>
    (validate as never as { tapAsync(): void }).tapAsync(),
  ),
  bad(
    "a tap that comes late",
    "tap `late` on `validate` came after `apply` was over",
    ({ preToolUse, validate }) => {
      preToolUse.tap("tapping", () => validate.tap("late", () => undefined));
    },
  ),
  bad("no tap at all", "it taps no hook", () => undefined),
  bad(
    "a tap for what never happens",
    "tap `rare` on `permission` runs in no case",
    ({ permission, validate }) => {
      validate.tap("object", (draft) => draft.object("not this"));
      permission.tap("rare", () => undefined);
    },
    { one: { outcome: "invalid" } },
  ),
  {
    fault: "a resource that does not close",
    says: "the resource `stuck` of plugin `acme` could not be closed",
    plugin: definePlugin({
      name: "acme",
      resources: [
        defineResource({ name: "stuck", timeoutMs: 20, open: () => null, close: () => never as never }),
      ],
      apply: ({ hooks }) => hooks.validate.tap("look", () => undefined),
    }),
  },
];

/** Faults of taps that decide. */
const votes: readonly BadPlugin[] = [
  bad(
    "a tap that never answers",
    "tap `ask a server` on `permission` gave no answer within 50 ms",
    ({ permission }) => {
      permission.tap("ask a server", () => never);
    },
    { options: { tapLimitMs: 50 } },
  ),
  bad("a tap that throws", "tap `check` on `preToolUse` threw: boom", ({ preToolUse }) => {
    preToolUse.tap("check", boom);
  }),
  bad(
    "a tap that allows everything",
    "tap `yes` on `permission` allows a call of a tool nobody knows",
    ({ permission }) => {
      permission.tap("yes", (ballot) => ballot.vote("allow", "it is fine"));
    },
  ),
  bad(
    "an allow for all that comes earlier",
    "tap `yes` on `preToolUse` allows a call of a tool nobody knows",
    ({ preToolUse }) => {
      preToolUse.tap("yes", (draft) => draft.vote("allow", "it is fine"));
    },
  ),
  bad(
    "a vote without a reason",
    "tap `no` on `permission` votes deny without saying why",
    ({ permission }) => {
      permission.tap("no", (ballot) => ballot.vote("deny", ""));
    },
  ),
  bad(
    "a word that is no behavior",
    "tap `no` on `permission` votes `block`, which is not a behavior",
    ({ permission }) => {
      permission.tap("no", (ballot) => ballot.vote("block" as never, "not this"));
    },
  ),
  bad("an effect there is not", "votes on the effect 7, which the call does not have", ({ permission }) => {
    permission.tap("no", (ballot) => ballot.vote("deny", "not this", { effect: 7 }));
  }),
  bad(
    "a vote that is returned",
    "tap `no` on `permission` gives something back that nobody reads",
    ({ permission }) => {
      permission.tap("no", (() => ({ behavior: "deny", why: "not this" })) as never);
    },
  ),
  bad(
    "a vote that comes too late",
    "tap `no` on `permission` calls `vote` when it has answered already",
    ({ permission }) => {
      permission.tap(
        "no",
        (ballot) =>
          void Promise.resolve()
            .then(() => Promise.resolve())
            .then(() => ballot.vote("deny", "no")),
      );
    },
  ),
  bad(
    "votes as the dice fall",
    "tap `dice` on `permission` votes otherwise when it is asked about the same call again",
    ({ permission }) => {
      permission.tap("dice", (ballot) => ballot.vote(count++ % 2 === 0 ? "deny" : "ask", "as it falls"));
    },
  ),
  bad("a decision that writes", "deciding about the call changed `audit.log`", ({ permission }, { cwd }) => {
    permission.tap("audit", () => writeFileSync(join(cwd, "audit.log"), `${count++}`));
  }),
  bad("an objection without a word", "tap `no` on `validate` objects without a word", ({ validate }) => {
    validate.tap("no", (draft) => draft.object(" "));
  }),
];

/** Faults of taps that change things. */
const changes: readonly BadPlugin[] = [
  bad("a rewrite without end", "rewrites an input that was rewritten already", ({ preToolUse }) => {
    preToolUse.tap("prefix", (draft) => draft.rewrite({ a: `x${(draft.input as { a: string }).a}` }));
  }),
  bad(
    "a rewrite the tool does not take",
    /rewrote the input to one that `Strict` does not take/,
    ({ preToolUse }) => {
      preToolUse.tap("break", (draft) => draft.rewrite({ b: 1 }));
    },
    {
      one: { call: { tool: "Strict", input: { a: "x" } } },
      options: {
        packs: [
          definePlugin({
            name: "strict",
            tools: [
              defineTool({
                name: "Strict",
                description: "Takes one text and nothing else.",
                input: Type.Object({ a: Type.String() }, { additionalProperties: false }),
                effects: () => [],
                execute: () => "ok",
              }) as Tool,
            ],
          }),
        ],
      },
    },
  ),
  bad("an unpaired result", "gives a block that answers no tool use", ({ mapResult }) => {
    mapResult.tap("wrap", (draft) => ({ ...draft, block: { ...draft.block, tool_use_id: "mine" } }));
  }),
  bad(
    "a failure that is called a success",
    "changes `is_error`",
    ({ mapResult }) => {
      mapResult.tap("soothe", (draft) => ({ ...draft, block: { ...draft.block, is_error: false } }));
    },
    { one: { call: { tool: "Act", input: { a: "x" }, fails: "no" } } },
  ),
  bad("a result that is emptied", "gives a block without content", ({ mapResult }) => {
    mapResult.tap("hide", (draft) => ({ ...draft, block: { ...draft.block, content: "" } }));
  }),
  bad("a draft that is changed in place", "changes what it was given in place", ({ mapResult }) => {
    mapResult.tap("shout", (draft) => void Object.assign(draft.block, { content: "LOUD" }));
  }),
  bad("an outcome that did not happen", "gives another outcome", ({ postToolUse }) => {
    postToolUse.tap("undo", (draft) => ({ ...draft, outcome: { kind: "denied", message: "it never ran" } }));
  }),
  bad(
    "notes of others that are dropped",
    "drops the note `from before` of somebody else",
    ({ preToolUse, postToolUse }) => {
      preToolUse.tap("note", (draft) => draft.addContext("from before"));
      postToolUse.tap("clear", (draft) => ({ ...draft, notes: [] }));
    },
  ),
  bad(
    "a tool nobody registered",
    "adds the tool `Stranger`, which was not among the candidates",
    ({ buildPool }) => {
      buildPool.tap("add", (draft) => ({
        ...draft,
        entries: [...draft.entries, { tool: stranger, plugin: "acme" }],
      }));
    },
  ),
  bad("a pool without tools", "tap `hide` on `buildPool` hides every tool", ({ buildPool }) => {
    buildPool.tap("hide", (draft) => ({ ...draft, entries: [] }));
  }),
  bad(
    "a wait for nobody",
    "tap `wait` on `schedule` waits for `call_0`, which is not an unsettled call",
    ({ schedule }) => {
      schedule.tap("wait", (plan) => plan.waitFor("call_0"));
    },
  ),
  bad("room for no call", "limits concurrency to 0", ({ schedule }) => {
    schedule.tap("limit", (plan) => plan.limitConcurrency(0));
  }),
  bad("a timer left behind", /left a timer behind, begun at .*plugins\.ts:\d+/, ({ validate }) => {
    validate.tap("poll", () => void timers.push(setInterval(() => undefined, 60_000)));
  }),
];

/** What the faults leave behind, for the test to clear away. */
export const timers: NodeJS.Timeout[] = [];

export const BAD_PLUGINS: readonly BadPlugin[] = [...setUps, ...votes, ...changes];
