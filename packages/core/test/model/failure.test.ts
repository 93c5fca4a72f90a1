import { inspect } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ModelError } from "../../src/errors.ts";
import { failureAfterStart, failureBeforeStart } from "../../src/model/failure.ts";
import { reportedError } from "../../src/model/reported-error.ts";

const server = { origin: "http://127.0.0.1:1", secrets: ["top-secret-key"] };
const answered = (status: number, headers: Record<string, string> = {}, message = `said ${status}`) =>
  Object.assign(new Error(message), {
    status,
    headers: new Headers(headers),
    type: "t",
    apiMessage: message,
  });

describe("failureBeforeStart", () => {
  it.each([
    [408, true],
    [409, true],
    [429, true],
    [500, true],
    [502, true],
    [503, true],
    [504, true],
    [529, true],
    [307, false],
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [413, false],
    [422, false],
  ])("holds status %i for transient: %s", (status, isTransient) => {
    expect(failureBeforeStart(answered(status), server)).toMatchObject({
      isTransient,
      code: status === 413 ? "GNT_MODEL_TOO_LARGE" : "GNT_MODEL_REQUEST",
      message: `the model server at \`http://127.0.0.1:1\` answered ${status} (t): said ${status}`,
    });
  });

  it.each([
    [401, "check `ANTHROPIC_API_KEY` or `ANTHROPIC_AUTH_TOKEN`"],
    [404, "check the model name and `ANTHROPIC_BASE_URL` (`model.baseURL`)"],
  ])("says what to do about %i", (status, hint) => {
    expect(failureBeforeStart(answered(status), server).hint).toBe(hint);
  });

  it.each([
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after": "1.5" }, 1_500],
    [{ "retry-after": "86400" }, 86_400_000],
    [{ "retry-after-ms": "-5" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "-2050" }, undefined],
    [{ "retry-after": "0" }, undefined],
    [{ "retry-after-ms": "0", "retry-after": "3" }, 3_000],
    [{ "retry-after-ms": "-1", "retry-after": "3" }, 3_000],
    [{ "retry-after-ms": "NaN", "retry-after": "3" }, 3_000],
    [{ "retry-after": "Infinity" }, undefined],
    [{ "retry-after": "1e999" }, undefined],
    [{ "retry-after": "99999999999999999999" }, 1e23],
    [{ "retry-after": "3, 4" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("reads %j", (headers, ms) => {
    expect(failureBeforeStart(answered(429, headers), server).retryAfterMs).toBe(ms);
  });

  it("reads a date", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2030, 0, 1) });
    onTestFinished(() => void vi.useRealTimers());
    const inOneHour = new Date(Date.now() + 3_600_000).toUTCString();
    const past = new Date(0).toUTCString();
    const asked = (date: string) =>
      failureBeforeStart(answered(503, { "retry-after": date }), server).retryAfterMs;
    expect([asked(inOneHour), asked(past)]).toEqual([3_600_000, undefined]);
  });

  it.each([
    [429, "false", false],
    [400, "true", true],
    [429, "perhaps", true],
  ])("lets the server say whether %i may be tried again: %s", (status, said, isTransient) => {
    const failure = failureBeforeStart(answered(status, { "x-should-retry": said }), server);
    expect(failure.isTransient).toBe(isTransient);
  });

  it("knows a request that is too large by the server's words too", () => {
    const thrown = Object.assign(answered(400), { type: "request_too_large" });
    expect(failureBeforeStart(thrown, server)).toMatchObject({
      code: "GNT_MODEL_TOO_LARGE",
      isTransient: false,
    });
  });

  it("holds a lost connection for transient and names the system's code", () => {
    const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const error = failureBeforeStart(new TypeError("fetch failed", { cause }), server);
    expect(error.isTransient).toBe(true);
    expect(error.message).toBe(
      "the model server at `http://127.0.0.1:1` could not be reached (ECONNREFUSED)",
    );
  });

  it("holds anything else that was thrown for permanent", () => {
    expect(failureBeforeStart(new TypeError("bug"), server).isTransient).toBe(false);
    expect(failureBeforeStart("bug", server).isTransient).toBe(false);
  });

  it("keeps what the port itself found", () => {
    const found = new ModelError("GNT_MODEL_IDLE", "silent", {
      hint: "wait",
      isTransient: true,
      retryAfterMs: 3,
    });
    for (const judge of [failureBeforeStart, failureAfterStart]) expect(judge(found, server)).toEqual(found);
  });
});

describe("failureAfterStart", () => {
  it("holds a connection that breaks in the middle of a message for transient", () => {
    expect(failureAfterStart(new TypeError("terminated"), server)).toMatchObject({
      code: "GNT_MODEL_STREAM",
      message: "the connection broke in the middle of the message (terminated)",
      isTransient: true,
    });
  });
});

describe("reportedError", () => {
  it.each([
    ["overloaded_error", "GNT_MODEL_STREAM", true],
    ["api_error", "GNT_MODEL_STREAM", true],
    ["rate_limit_error", "GNT_MODEL_STREAM", true],
    ["timeout_error", "GNT_MODEL_STREAM", true],
    ["something_new", "GNT_MODEL_STREAM", true],
    ["invalid_request_error", "GNT_MODEL_REQUEST", false],
    ["authentication_error", "GNT_MODEL_REQUEST", false],
    ["permission_error", "GNT_MODEL_REQUEST", false],
    ["not_found_error", "GNT_MODEL_REQUEST", false],
    ["billing_error", "GNT_MODEL_REQUEST", false],
    ["request_too_large", "GNT_MODEL_TOO_LARGE", false],
  ])("judges %s", (type, code, isTransient) => {
    expect(reportedError(type, "said so")).toMatchObject({
      code,
      isTransient,
      message: `the model server reported \`${type}\` in the stream: said so`,
    });
  });
});

describe("every failure", () => {
  const leaks = "key top-secret-key or sk-ant-api03-AbC_-9 \u001b[31mred\r\nline";
  it.each([
    ["an answer", failureBeforeStart(answered(401, {}, leaks), server)],
    [
      "an answer without an error object",
      failureBeforeStart(Object.assign(new Error(`500 ${leaks}`), { status: 500 }), server),
    ],
    [
      "a lost connection",
      failureBeforeStart(new TypeError("terminated", { cause: new Error(leaks) }), server),
    ],
    ["a request that cannot be made", failureBeforeStart(new TypeError(leaks), server)],
    ["a failed stream", failureBeforeStart(new ModelError("GNT_MODEL_STREAM", leaks), server)],
    ["a stream that breaks later", failureAfterStart(new ModelError("GNT_MODEL_STREAM", leaks), server)],
    ["a connection that breaks later", failureAfterStart(new Error(leaks), server)],
  ])("holds no key and no control character: %s", (_, error) => {
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/top-secret-key|sk-ant-api|\\x1B/);
    expect(error.message).not.toMatch(/\p{Cc}/u);
  });

  it("clips what a server says", () => {
    expect(failureBeforeStart(answered(400, {}, "x".repeat(10_000)), server).message.length).toBeLessThan(
      500,
    );
  });
});
