import { startMessagesServer } from "@gauntlet/testing";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { CassetteTurn } from "../../../testing/src/cassette.ts";
import { createAnthropicModel, ModelError, type ModelErrorDetail, type ModelPort } from "../../src/index.ts";
import { backOffMs } from "../../src/turn/retry.ts";
import { createWorld, eventsOf, tool, type World } from "../world.ts";
import { expectValid, stillSound, use } from "./conversation.ts";
import { rawMessage, rawModel, rawText, rawUse, saying } from "./raw-model.ts";

const NO_USAGE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

/** A port of somebody else that fails so many times. */
function failing(times: number, detail: ModelErrorDetail): ModelPort & { readonly attempts: () => number } {
  let attempts = 0;
  return {
    name: "failing",
    attempts: () => attempts,
    async *stream() {
      if (++attempts <= times) throw new ModelError("GNT_MODEL_REQUEST", "busy", detail);
      yield { type: "message.started", id: "m", model: "x" };
      yield { type: "message.completed", stopReason: "end_turn", usage: NO_USAGE };
    },
  };
}

async function overServer(...turns: CassetteTurn[]) {
  const server = await startMessagesServer({ cassette: { name: "test", turns }, keepBodies: true });
  onTestFinished(() => server.close());
  const model = createAnthropicModel({ baseURL: server.url });
  return { server, world: await createWorld({ model, toolList: [tool("Act")] }) };
}

const retriesIn = async (world: World) => {
  await world.session.close();
  return eventsOf(await world.journal(), "request.retried");
};

afterEach(() => void vi.restoreAllMocks());

describe("the wait before a retry", () => {
  test.each([
    [0, [500, 1_000, 2_000, 4_000, 8_000, 8_000]],
    [0.999999, [625, 1_250, 2_500, 5_000, 10_000, 10_000]],
  ])("doubles from half a second to eight, and jitter (%d) only adds", (random, expected) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    expect([1, 2, 3, 4, 5, 6].map((retry) => Math.ceil(backOffMs(retry)))).toEqual(expected);
  });
});

describe("a request that fails before any call", () => {
  test("is sent again for any port that says it may succeed, as often as four times", async () => {
    const detail = { isTransient: true, retryAfterMs: 0 };
    const model = failing(4, detail);
    const world = await createWorld({ model });
    expect((await world.prompt()).summary.reason).toBe("done");
    expect(model.attempts()).toBe(5);
    expect(await retriesIn(world)).toEqual(
      [1, 2, 3, 4].map((attempt) => ({ type: "request.retried", attempt, delayMs: 0, why: "busy" })),
    );
  });

  test.each<[string, ModelErrorDetail, number, string]>([
    [
      "that stays busy is given up after five tries",
      { isTransient: true, retryAfterMs: 0 },
      5,
      "busy (tried 5 times)",
    ],
    ["that is refused is not sent again", { retryAfterMs: 0 }, 1, "busy"],
    [
      "is given up at once when the server asks for too long a wait",
      { isTransient: true, retryAfterMs: 60_001 },
      1,
      "busy (it asks to wait 2 minutes)",
    ],
  ])("%s", async (_, detail, attempts, message) => {
    const model = failing(9, detail);
    const world = await createWorld({ model });
    await expect(world.prompt()).rejects.toMatchObject({ code: "GNT_MODEL_REQUEST", message });
    expect(model.attempts()).toBe(attempts);
  });

  test.each([-1, -86_400_000, Number.NaN, Number.NEGATIVE_INFINITY])(
    "waits as long as without a word when a port says to wait %d ms",
    async (retryAfterMs) => {
      vi.spyOn(Math, "random").mockReturnValue(0);
      const world = await createWorld({ model: failing(1, { isTransient: true, retryAfterMs }) });
      expect((await world.prompt()).summary.reason).toBe("done");
      expect(await retriesIn(world)).toMatchObject([{ attempt: 1, delayMs: 500 }]);
    },
  );

  test("because of an error that is not the model's is not sent again", async () => {
    const thrown = new TypeError("a bug");
    let attempts = 0;
    const model: ModelPort = {
      name: "buggy",
      // biome-ignore lint/correctness/useYield: it fails before it says anything
      async *stream() {
        attempts++;
        throw thrown;
      },
    };
    await expect((await createWorld({ model })).prompt()).rejects.toBe(thrown);
    expect(attempts).toBe(1);
  });

  test("counts its retries anew for each request", async () => {
    const broken = { blocks: [{ type: "text", text: "lost" }], failAfterBlocks: 1 };
    const turns = [broken, broken, broken, { blocks: [use("Act")] }, broken, broken, broken];
    const world = await createWorld({ toolList: [tool("Act")], turns });
    expect((await world.prompt()).summary.reason).toBe("done");
    expect((await retriesIn(world)).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 1, 2, 3]);
  });
});

describe("a server that is overloaded", () => {
  const overloaded = { status: 529, type: "overloaded_error", message: "Overloaded" };

  test("and says so in the stream is asked again after half a second, and what it says is seen once", async () => {
    const { server, world } = await overServer({
      blocks: [{ type: "text", text: "hi" }],
      error: { ...overloaded, afterBlocks: 0 },
    });
    const { events, summary } = await world.prompt();
    const said = events.flatMap((event) => (event.type === "text" ? [event.text] : [])).join("");
    expect([summary.reason, said, server.requests.length]).toEqual(["done", "hi", 2]);
    const [first, second] = server.requests.map(({ arrivedAt }) => arrivedAt);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(500);
  });

  test("after a text and half a tool use leaves nothing half-built behind", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const cut = rawUse(1, { name: "Act" }, '{"a":1').slice(0, -1);
    const model = rawModel((index) =>
      index > 0
        ? saying("hi")
        : { events: [...rawMessage([rawText(0, "Well"), cut], "").slice(0, -2), error] },
    );
    let runs = 0;
    const world = await createWorld({ model, toolList: [tool("Act", { execute: () => void runs++ })] });
    expect((await world.prompt()).summary.reason).toBe("done");
    expect([runs, model.requests.length]).toEqual([0, 2]);
    expect(model.requests[1]?.messages).toEqual(model.requests[0]?.messages);
    expectValid(model.requests);
    await stillSound(world, model.requests);
  });

  test("is not asked again after it refused the request in the stream", async () => {
    const { server, world } = await overServer({
      blocks: [],
      error: { ...overloaded, type: "authentication_error", message: "No.", afterBlocks: 0, times: 9 },
    });
    await expect(world.prompt()).rejects.toMatchObject({ code: "GNT_MODEL_REQUEST" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("a server that asks to wait", () => {
  const limited = { status: 429, type: "rate_limit_error", message: "Slow down." };

  test("is left alone that long each time, and then answers", async () => {
    const { server, world } = await overServer({
      blocks: [{ type: "text", text: "hi" }],
      error: [
        { ...limited, headers: { "retry-after": "1" } },
        { ...limited, status: 529, headers: { "retry-after-ms": "300" } },
      ],
    });
    expect((await world.prompt()).summary.reason).toBe("done");
    const [first = 0, second = 0, third = 0] = server.requests.map(({ arrivedAt }) => arrivedAt);
    expect(second - first).toBeGreaterThanOrEqual(1_000);
    expect(third - second).toBeGreaterThanOrEqual(300);
    const retries = await retriesIn(world);
    expect(retries.map(({ attempt, delayMs }) => [attempt, delayMs])).toEqual([
      [1, 1_000],
      [2, 300],
    ]);
    expect(retries[0]?.why).toContain("answered 429 (rate_limit_error): Slow down.");
  });

  test("for a day is not waited for: the prompt ends and says how long", async () => {
    const { server, world } = await overServer({
      blocks: [],
      error: { ...limited, headers: { "retry-after": "86400" }, times: 9 },
    });
    await expect(world.prompt()).rejects.toMatchObject({
      code: "GNT_MODEL_REQUEST",
      message: `the model server at \`${server.url}\` answered 429 (rate_limit_error): Slow down. (it asks to wait 24 hours)`,
      hint: "send the prompt again after that time, or use another key, model or server",
    });
    expect(server.requests).toHaveLength(1);
    expect(await retriesIn(world)).toEqual([]);
  });

  test("can be left while it is waited for", async () => {
    const { server, world } = await overServer({
      blocks: [],
      error: { ...limited, headers: { "retry-after": "30" }, times: 9 },
    });
    const abort = new AbortController();
    const reasons: string[] = [];
    for await (const event of world.session.prompt("go", { signal: abort.signal })) {
      if (event.type === "request.retried") abort.abort();
      if (event.type === "turn.ended") reasons.push(event.reason);
    }
    expect([reasons, server.requests.length]).toEqual([["aborted"], 1]);
  });
});
