import { expect, test } from "vitest";
import { messages } from "../src/messages.ts";
import { ServerProblem, textForModel, toldToModel } from "../src/server-problem.ts";

test.each([
  [[], "There is no MCP server `note`. There is none here: go on without."],
  [["a", "b"], "There is no MCP server `note`. Use one of `a`, `b`."],
  [["a", "notes"], "There is no MCP server `note`. Did you mean `notes`?"],
])("a server that is not among %j is refused with what to do", (known, said) => {
  expect(messages.noServer("note", known)).toBe(said);
});

test("what went wrong with a server is a fragment for people, and for the model a sentence with a step", () => {
  const problem = new ServerProblem("no\u001btes", "could not be reached: refused");
  expect(problem.message).toBe("the MCP server `no\\u{1b}tes` could not be reached: refused");
  expect(problem.forModel).toBe(
    "The MCP server `no\\u{1b}tes` could not be reached: refused. Use another way, or tell the person.",
  );
});

test("the step stands below what is quoted of a server, never on a line of its words", () => {
  const problem = new ServerProblem("s", "went away: x; its last words:\n  | bye", {
    step: messages.mayBeDone,
  });
  expect(problem.forModel.split("\n").slice(1)).toEqual(["  | bye", messages.mayBeDone]);
});

test("work that fails is told to the model, whoever it failed by", async () => {
  const problem = new ServerProblem("s", "wants a login", { step: messages.tellPerson });
  await expect(toldToModel(Promise.reject(problem))).rejects.toMatchObject({
    message: "The MCP server `s` wants a login. Tell the person; until then use another way.",
    cause: problem,
  });
  expect(textForModel(new Error("other"))).toBe("other");
  expect(await toldToModel(Promise.resolve(1))).toBe(1);
});

test("a tool that is held back is said to have done nothing", () => {
  expect(messages.notCalled(messages.removed("s"))).toBe(
    "Nothing was done: the server `s` does not offer it any more. Use another way, or tell the person.",
  );
});
