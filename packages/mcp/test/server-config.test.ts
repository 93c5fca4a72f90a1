import { type GauntletError, isGauntletError } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { readServer } from "../src/index.ts";

const ENV = { TOKEN: "s3cret-value", PORT: "", HOME: "/home/me" };
const read = (value: unknown) =>
  readServer({ name: "s", value, source: "user", place: "`settings.json`", scope: "" }, ENV);

describe("in an entry", () => {
  test("variables and their defaults are put in, in command, args, env, url and headers; all else stays", () => {
    expect(
      read({ command: "${HOME}/bin/x", args: ["--lit=$5", "${TOKEN}", "$HOME"], env: { A: "${PORT:-1}" } })
        ?.launch,
    ).toEqual({
      type: "stdio",
      command: "/home/me/bin/x",
      args: ["--lit=$5", "s3cret-value", "$HOME"],
      env: { A: "1" },
    });
    expect(
      read({
        type: "http",
        url: "http://127.0.0.1:${PORT:-1234}/mcp",
        headers: { Authorization: "Bearer ${TOKEN}" },
      })?.launch,
    ).toEqual({
      type: "http",
      url: "http://127.0.0.1:1234/mcp",
      headers: { Authorization: "Bearer s3cret-value" },
    });
  });

  test("what is pinned holds no value of a variable but that of the program", () => {
    const written = read({ command: "${HOME}/bin/x", args: ["${TOKEN}"], env: { A: "${TOKEN}" } })?.written;
    expect(JSON.stringify(written)).not.toContain("s3cret");
    expect(written).toMatchObject({ command: "${HOME}/bin/x", program: "/home/me/bin/x" });
  });

  test("`disabled` switches it off", () => {
    expect(read({ command: "x", disabled: true })).toBeUndefined();
  });

  test.each<[string, unknown, string]>([
    ["a variable nobody set", { command: "${UNSET}/x" }, "the variable `UNSET` is not set"],
    ["neither command nor url", {}, "it has neither `command` nor `url`"],
    ["a url without a type", { url: "http://127.0.0.1/" }, "it has a `url` and no `type`"],
    ["an unknown type", { type: "ws", url: "ws://127.0.0.1/" }, "its type `ws` is not known"],
    [
      "an address of another kind",
      { type: "http", url: "file:///etc" },
      "its `url` is not an `http` or `https` address",
    ],
    ["an unknown key", { command: "x", cmd: 1 }, "`cmd` is a key nobody reads"],
    ["a directory to start in", { command: "x", cwd: "sub" }, "`cwd` is a key nobody reads"],
    ["a pin that is none", { command: "x", pin: "loose" }, "its `pin` is `loose`"],
    [
      "a time that is none",
      { command: "x", timeout: -1 },
      "its `timeout` is not a whole number of milliseconds above 0",
    ],
    ["args that are no texts", { command: "x", args: [1] }, "its `args` are not a list of texts"],
    ["no object", "x", "it is not an object"],
  ])("%s is refused, by server and place", (_, value, what) => {
    let thrown: unknown;
    try {
      read(value);
    } catch (error) {
      thrown = error;
    }
    expect(isGauntletError(thrown) && [thrown.code, thrown.message]).toEqual([
      "GNT_MCP_CONFIG",
      `MCP server \`s\` in \`settings.json\` cannot be used: ${what}`,
    ]);
    // Each says what to write instead; what a variable lacks is in its message.
    if (!what.startsWith("the variable")) expect((thrown as GauntletError).hint).toBeTruthy();
  });
});
