import { closeSync } from "node:fs";
import { definePlugin } from "@gauntlet/core";
import { afterAll, describe, expect, test } from "vitest";
import { type HookCase, hookTester, policyTester, type ToolCase, toolTester } from "../src/index.ts";
import { BAD_PLUGINS, timers as pluginTimers } from "./faults/plugins.ts";
import { BAD_POLICIES } from "./faults/policies.ts";
import { BAD_TOOLS, files, pending, servers, soundTool, timers } from "./faults/tools.ts";

/** What a tester complains about: who, and each thing found. */
async function complaints(
  work: Promise<void>,
): Promise<{ readonly who: string; readonly lines: readonly string[] }> {
  try {
    await work;
    return { who: "", lines: [] };
  } catch (thrown) {
    const [who = "", ...lines] = (thrown as Error).message.split(/:?\n- /);
    return { who, lines };
  }
}

const saying = (says: string | RegExp) =>
  typeof says === "string" ? expect.stringContaining(says) : expect.stringMatching(says);

afterAll(async () => {
  for (const timer of [...timers, ...pluginTimers]) clearInterval(timer);
  for (const file of files) closeSync(file);
  for (const settle of pending) settle("late");
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
});

const onLinux = process.platform === "linux";
const showing: ToolCase = { input: { file_path: "a.txt" }, files: { "a.txt": "one" } };
const acting: HookCase = { call: { tool: "Act", input: { a: "x" } } };

describe("toolTester catches", () => {
  test("nothing where there is no fault", async () => {
    expect(await complaints(toolTester(soundTool, [{ ...showing, result: "one" }]))).toEqual({
      who: "",
      lines: [],
    });
  });

  test.concurrent.each(BAD_TOOLS.filter(({ says }) => onLinux || !/process|open/.test(String(says))))(
    "$fault",
    async ({ tool, one, options, says }) => {
      const { who, lines } = await complaints(toolTester(tool, [{ ...showing, ...one }], options));
      expect(who).toBe("tool `Show`");
      expect(lines).toContainEqual(saying(says));
    },
  );
});

describe("hookTester catches", () => {
  test("nothing where there is no fault", async () => {
    const sound = definePlugin({
      name: "acme",
      apply({ hooks }) {
        hooks.permission.tap("no", (ballot) => {
          if (ballot.call.tool.name === "Act") ballot.vote("deny", "not this one");
        });
      },
    });
    const one: HookCase = {
      ...acting,
      expect: "deny",
      because: "not this",
      outcome: "denied",
      result: /not this/,
    };
    expect(await complaints(hookTester(sound, [one]))).toEqual({ who: "", lines: [] });
  });

  test.concurrent.each(BAD_PLUGINS)("$fault", async ({ plugin, one, options, says }) => {
    const { who, lines } = await complaints(hookTester(plugin, [{ ...acting, ...one }], options));
    expect(who).toBe("plugin `acme`");
    expect(lines).toContainEqual(saying(says));
  });
});

describe("policyTester catches", () => {
  test.each(BAD_POLICIES)("$fault", async ({ policy, cases, says }) => {
    const { who, lines } = await complaints(policyTester(policy, cases ?? []));
    expect(who).toBe("policy `acme`");
    expect(lines).toContainEqual(saying(says));
  });
});
