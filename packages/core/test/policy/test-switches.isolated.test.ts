import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readTestSwitches, testSwitches } from "../../src/policy/test-switches.ts";

const ALL = {
  GAUNTLET_TEST: "1",
  GAUNTLET_TEST_PLATFORM: "win32",
  GAUNTLET_TEST_CASE_INSENSITIVE: "1",
  GAUNTLET_TEST_UNICODE_NORMALIZING: "1",
  GAUNTLET_TEST_BEFORE_EXECUTE: "/bin/true",
  GAUNTLET_TEST_DNS: '{"a.example":["192.0.2.1"]}',
  GAUNTLET_TEST_HTTP: '{"https://a.example/":{"status":200,"body":"x"}}',
  GAUNTLET_TEST_ALLOW_LOOPBACK: "1",
};

describe("test switches", () => {
  it("are read from the environment", () => {
    expect(readTestSwitches(ALL)).toEqual({
      platform: "win32",
      caseInsensitive: true,
      unicodeNormalizing: true,
      beforeExecute: "/bin/true",
      dns: { "a.example": ["192.0.2.1"] },
      http: { "https://a.example/": { status: 200, body: "x" } },
      allowLoopback: true,
    });
  });

  it.each(["GAUNTLET_TEST_DNS", "GAUNTLET_TEST_HTTP"])("refuse %s that is no JSON", (name) => {
    expect(() => readTestSwitches({ ...ALL, [name]: "{" })).toThrow(SyntaxError);
  });

  it.each([undefined, "", "0", "true", "yes"])("are ignored when GAUNTLET_TEST is %s", (GAUNTLET_TEST) => {
    expect(readTestSwitches({ ...ALL, GAUNTLET_TEST })).toEqual({});
  });

  it("leave out what is no known value", () => {
    const odd = {
      GAUNTLET_TEST: "1",
      GAUNTLET_TEST_PLATFORM: "amiga",
      GAUNTLET_TEST_CASE_INSENSITIVE: "yes",
    };
    expect(readTestSwitches(odd)).toEqual({});
  });

  it("do not follow what is put into the environment after the start", () => {
    process.env["GAUNTLET_TEST"] = "1";
    process.env["GAUNTLET_TEST_PLATFORM"] = "win32";
    expect(testSwitches()).toEqual({});
    delete process.env["GAUNTLET_TEST"];
    delete process.env["GAUNTLET_TEST_PLATFORM"];
  });

  it.each([
    ["a development build", "true", "win32"],
    ["a release", "false", ""],
  ])("exist in %s: %s", async (_title, exist, expected) => {
    const { build } = await import("esbuild");
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL("../../src/policy/test-switches.ts", import.meta.url))],
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform: "node",
      define: { __GAUNTLET_TEST_SWITCHES__: exist },
    });
    const code = outputFiles[0]?.text ?? "";
    const probe = code.replace(
      /export\{[^}]*?(\w+) as testSwitches[^}]*\};?/,
      "console.log($1().platform??'');",
    );
    const said = execFileSync(process.execPath, ["--input-type=module", "-e", probe], {
      env: { ...process.env, ...ALL },
      encoding: "utf8",
    });
    expect(said.split("\n")[0]).toBe(expected);
  });
});
