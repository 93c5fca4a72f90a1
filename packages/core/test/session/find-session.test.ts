import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { findSession, findSessionHere } from "../../src/session/find-session.ts";
import { failure } from "../config/scratch.ts";
import { scratchDirectory } from "../world.ts";
import { CWD, put, writeSession } from "./sessions-on-disk.ts";

const OTHER = "/srv/other";
const A = "11111111-aaaa-4aaa-8aaa-000000000001";
const B = "11111111-bbbb-4aaa-8aaa-000000000002";
const C = "22222222-cccc-4aaa-8aaa-000000000003";

let state = "";
beforeEach(async () => {
  state = await scratchDirectory();
  await writeSession(state, A);
  await writeSession(state, B, [], { cwd: OTHER });
  await writeSession(state, C, [], { cwd: OTHER });
});

const idOf = async (id: string, cwd = CWD): Promise<string> => (await findSession(state, cwd, id)).id;

describe("a session is found", () => {
  test("by its whole id, in whichever directory", async () => {
    expect([await idOf(A), await idOf(C)]).toEqual([A, C]);
  });

  test("by a beginning of eight characters", async () => {
    expect(await idOf("22222222")).toBe(C);
  });

  test("in the working directory first", async () => {
    expect([await idOf("11111111"), await idOf("11111111", OTHER)]).toEqual([A, B]);
  });

  test("by a whole id that is shorter than eight characters", async () => {
    await writeSession(state, "s1");
    expect(await idOf("s1")).toBe("s1");
  });

  test("by a whole id that others begin with", async () => {
    await writeSession(state, "33333333");
    await writeSession(state, "33333333-4");
    expect(await idOf("33333333")).toBe("33333333");
  });
});

test("a beginning that fits several is ambiguous, and they are listed", async () => {
  expect(await failure(findSession(state, "/srv/third", "11111111"))).toEqual({
    code: "GNT_SESSION_AMBIGUOUS",
    message: expect.stringMatching(/^`11111111` is ambiguous, 2 sessions fit: `1.*`, `1.*`$/),
    hint: "give more of the id",
  });
});

describe("an id that is not found", () => {
  test("is said with where was looked, and with a near one", async () => {
    expect(await failure(findSession(state, CWD, "22222223"))).toEqual({
      code: "GNT_SESSION_NOT_FOUND",
      message: `there is no session \`22222223\` in \`${CWD}\`, nor in any other directory`,
      hint: `did you mean \`${C}\`? \`gauntlet sessions --all\` lists all there are`,
    });
  });

  test("is said with how to list all when none is near", async () => {
    const { hint } = await failure(findSession(state, CWD, "zzzzzzzz-zzzz"));
    expect(hint).toBe("`gauntlet sessions --all` lists all there are");
  });

  test("is too short for a beginning below eight characters", async () => {
    const { code, message } = await failure(findSession(state, CWD, "1111111"));
    expect(code).toBe("GNT_SESSION_NOT_FOUND");
    expect(message).toContain("too short");
  });

  test.each([
    "../x",
    "../../secret",
    "..",
    ".",
    "",
    "/etc",
    `../${A}`,
    `x/../${A}`,
    `${A}/.`,
    "a\0b",
    "*",
    "1111111?",
    "x".repeat(5_000),
  ])("is %j, which leads nowhere", async (id) => {
    await put(join(state, "secret", "journal.jsonl"), "");
    await mkdir(join(state, "sessions", "x"), { recursive: true });
    expect((await failure(findSession(state, CWD, id))).code).toBe("GNT_SESSION_NOT_FOUND");
  });
});

test("a session of another directory does not go on here", async () => {
  expect((await findSessionHere(state, OTHER, "22222222")).id).toBe(C);
  expect(await failure(findSessionHere(state, CWD, "22222222"))).toMatchObject({
    code: "GNT_SESSION_NOT_FOUND",
    message: `session \`${C}\` is not one of \`${CWD}\`, but of another directory`,
  });
});
