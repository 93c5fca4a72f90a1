import fc from "fast-check";
import { expect, test } from "vitest";
import { requestProblem } from "../../../testing/src/check-request.ts";
import type { Message, Tool } from "../../src/index.ts";
import { toRequestBody } from "../../src/model/request-body.ts";
import { createPool } from "../../src/pool/tool-pool.ts";
import { wireDefinition } from "../../src/pool/wire-definition.ts";
import { createTranscript } from "../../src/transcript/transcript.ts";
import { requestTools } from "../../src/turn/request-tools.ts";
import { PLAIN, REFERENCES } from "../deferral.ts";
import { tool } from "../world.ts";

const NAMES = ["D0", "D1", "D2", "D3", "D4", "D5"];
const known = new Map(NAMES.map((name) => [name, tool(name)]));
const placed = (one: Tool, deferredBecause?: string) => ({
  entry: { tool: one, plugin: "p" },
  definition: wireDefinition({ tool: one, plugin: "p" }),
  deferredBecause,
});
const basis = [tool("A"), tool("ToolSearch")].map((one) => placed(one));

/** A pool of another process or another moment: any of the tools may be deferred, loaded, or gone. */
const pools = fc
  .tuple(...NAMES.map(() => fc.constantFrom("deferred", "deferred", "loaded", "gone")))
  .map((places) =>
    createPool(
      [
        ...basis,
        ...NAMES.flatMap((name, i) =>
          places[i] === "gone"
            ? []
            : [placed(known.get(name) as Tool, places[i] === "deferred" ? "w" : undefined)],
        ),
      ],
      [],
    ),
  );

type Step =
  | { readonly kind: "search"; readonly names: readonly string[] }
  | { readonly kind: "say" | "clear" | "compact" | "repair" };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("search" as const),
        names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Step>(
        { kind: "say" },
        { kind: "clear" },
        { kind: "compact" },
        { kind: "repair" },
      ),
    },
  ),
  { maxLength: 14 },
);

function play(given: readonly Step[]) {
  const transcript = createTranscript();
  let id = 0;
  const said = (): Message => ({ role: "user", content: [{ type: "text", text: "go on" }] });
  const doSearch = (names: readonly string[]): void => {
    const call = `t${id++}`;
    transcript.apply({ type: "message.started", message: call, model: "m" });
    transcript.apply({
      type: "block.completed",
      message: call,
      block: { type: "tool_use", id: call, name: "ToolSearch", input: {} },
    });
    const content = names.map((tool_name) => ({ type: "tool_reference", tool_name }) as const);
    const result = { type: "tool_result", tool_use_id: call, content } as const;
    transcript.apply({
      type: "call.settled",
      call,
      tool: "ToolSearch",
      outcome: "succeeded",
      durationMs: 0,
      result,
    });
    transcript.apply({ type: "results.sent", replaced: [], texts: [] });
  };
  transcript.apply({ type: "prompt.submitted", content: said().content as never });
  const after = given.map((step) => {
    if (step.kind === "search") doSearch(step.names);
    if (step.kind === "say") transcript.apply({ type: "prompt.submitted", content: said().content as never });
    if (step.kind === "clear") {
      const places = transcript.messages.flatMap(({ role }, message) =>
        role === "user" && message > 0 ? [{ message, block: 0 }] : [],
      );
      transcript.apply({ type: "results.cleared", why: "w", places });
    }
    if (step.kind === "compact") {
      const from = Math.max(0, transcript.messages.length - 2);
      const at = transcript.messages[from]?.role === "user" ? Math.max(0, from - 1) : from;
      transcript.apply({ type: "conversation.compacted", why: "w", from: at, summary: "s", dropped: at });
    }
    if (step.kind === "repair")
      transcript.apply({
        type: "transcript.repaired",
        what: [],
        from: 0,
        messages: [...transcript.messages],
      });
    return [...transcript.discovery.names];
  });
  return { transcript, after };
}

test("whatever was found, dropped or is gone: the request defines every tool it refers to, and one tool is loaded", () => {
  fc.assert(
    fc.property(steps, pools, fc.constantFrom(REFERENCES, PLAIN), (given, pool, features) => {
      const { transcript } = play(given);
      const { tools, messages } = requestTools({ pool, transcript, features, strict: "declared" });
      const body = toRequestBody({ model: "m", maxTokens: 1, system: "s", tools, messages });
      expect(requestProblem(JSON.parse(JSON.stringify(body)))).toBeUndefined();
    }),
  );
});

test("what was found stays callable: it is defined, and either referred to or loaded", () => {
  fc.assert(
    fc.property(steps, pools, (given, pool) => {
      const { transcript } = play(given);
      const { tools, messages } = requestTools({
        pool,
        transcript,
        features: REFERENCES,
        strict: "declared",
      });
      const text = JSON.stringify(messages);
      for (const name of NAMES.filter((each) => pool.isDeferred(each))) {
        const definition = tools.find((each) => each.name === name);
        const searched = given.some((step) => step.kind === "search" && step.names.includes(name));
        expect(definition !== undefined).toBe(searched);
        if (definition?.defer_loading) expect(text).toContain(`"tool_name":"${name}"`);
      }
    }),
  );
});

test("tools keep their place and, but for being loaded by a compaction, their bytes as a conversation goes on", () => {
  fc.assert(
    fc.property(steps, pools, (given, pool) => {
      let before: readonly { readonly name: string }[] = [];
      for (let length = 0; length <= given.length; length++) {
        const { transcript } = play(given.slice(0, length));
        const { tools } = requestTools({ pool, transcript, features: REFERENCES, strict: "declared" });
        expect(tools.slice(0, before.length).map(({ name }) => name)).toEqual(before.map(({ name }) => name));
        expect(JSON.stringify(tools.slice(0, pool.definitions.length))).toBe(
          JSON.stringify(pool.definitions),
        );
        before = tools;
      }
    }),
    { numRuns: 40 },
  );
});
