import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ModelError } from "../../src/errors.ts";
import { failureAfterStart, failureBeforeStart } from "../../src/model/failure.ts";

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
    const failure = failureBeforeStart(answered(status), server);
    expect(failure.isTransient).toBe(isTransient);
    expect(failure.error).toMatchObject({
      code: "GNT_MODEL_REQUEST",
      message: `the model server at \`http://127.0.0.1:1\` answered ${status} (t): said ${status}`,
    });
  });

  it.each([
    [401, "check the API key"],
    [404, "check the model name and the base URL"],
  ])("says what to do about %i", (status, hint) => {
    expect(failureBeforeStart(answered(status), server).error.hint).toBe(hint);
  });

  it.each([
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after": "1.5" }, 1_500],
    [{ "retry-after": "3600" }, 60_000],
    [{ "retry-after-ms": "-5" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("reads %j", (headers, ms) => {
    expect(failureBeforeStart(answered(429, headers), server).retryAfterMs).toBe(ms);
  });

  it("reads a date, no further than a minute ahead", () => {
    const inOneHour = new Date(Date.now() + 3_600_000).toUTCString();
    const past = new Date(0).toUTCString();
    expect(failureBeforeStart(answered(503, { "retry-after": inOneHour }), server).retryAfterMs).toBe(60_000);
    expect(failureBeforeStart(answered(503, { "retry-after": past }), server).retryAfterMs).toBe(0);
  });

  it("holds a lost connection for transient and names the system's code", () => {
    const cause = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
    const { error, isTransient } = failureBeforeStart(new TypeError("fetch failed", { cause }), server);
    expect(isTransient).toBe(true);
    expect(error.message).toBe(
      "the model server at `http://127.0.0.1:1` could not be reached (ECONNREFUSED)",
    );
  });

  it("holds anything else that was thrown for permanent", () => {
    expect(failureBeforeStart(new TypeError("bug"), server).isTransient).toBe(false);
    expect(failureBeforeStart("bug", server).isTransient).toBe(false);
  });

  it.each([
    ["overloaded_error", "GNT_MODEL_STREAM", true],
    ["api_error", "GNT_MODEL_STREAM", true],
    ["invalid_request_error", "GNT_MODEL_REQUEST", false],
    ["authentication_error", "GNT_MODEL_REQUEST", false],
  ])("judges an error event of type %s", (type, code, isTransient) => {
    const thrown = new ModelError("GNT_MODEL_STREAM", "said so", { cause: { type } });
    expect(failureBeforeStart(thrown, server)).toMatchObject({ error: { code }, isTransient });
  });
});

describe("every failure", () => {
  const leaks = "key top-secret-key or sk-ant-api03-AbC_-9 \u001b[31mred\r\nline";
  it.each([
    ["an answer", failureBeforeStart(answered(401, {}, leaks), server).error],
    [
      "an answer without an error object",
      failureBeforeStart(Object.assign(new Error(`500 ${leaks}`), { status: 500 }), server).error,
    ],
    [
      "a lost connection",
      failureBeforeStart(new TypeError("terminated", { cause: new Error(leaks) }), server).error,
    ],
    ["a request that cannot be made", failureBeforeStart(new TypeError(leaks), server).error],
    ["a failed stream", failureBeforeStart(new ModelError("GNT_MODEL_STREAM", leaks), server).error],
    ["a stream that breaks later", failureAfterStart(new ModelError("GNT_MODEL_STREAM", leaks), server)],
    ["a connection that breaks later", failureAfterStart(new Error(leaks), server)],
  ])("holds no key and no control character: %s", (_, error) => {
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/top-secret-key|sk-ant-api|\\x1B/);
    expect(error.message).not.toMatch(/\p{Cc}/u);
  });

  it("clips what a server says", () => {
    expect(
      failureBeforeStart(answered(400, {}, "x".repeat(10_000)), server).error.message.length,
    ).toBeLessThan(500);
  });
});
