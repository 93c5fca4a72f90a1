import { expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

test.each([
  [["--deny", "Read", "call", "Read", '{"file_path":"a.txt"}'], "--deny stands before `call`"],
  [["--cwd", "elsewhere", "tools"], "--cwd stands before `tools`"],
  [["--headless", "policy", "lint"], "--headless stands before `policy`"],
  [["frobnicate"], "unknown command `frobnicate`; use one of demo, "],
  [["docter"], "unknown command `docter`; did you mean `doctor`?"],
  [
    ["tools", "--profile\u001b[2J"],
    "gauntlet: unknown option '--profile\\u{1b}[2J'\n  `--help` after the command",
  ],
  [["-p", "fix", "the", "bug"], "`the` does not belong to the prompt; put the prompt in quotes"],
])("%j ends with a word, and nothing is run", async (args, message) => {
  const place = await createPlace({ "a.txt": "secret" });
  const { code, stdout, stderr } = await run(place, args);
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});
