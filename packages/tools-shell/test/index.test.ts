import { isPlugin } from "@gauntlet/core";
import { expect, test } from "vitest";
import plugin, { bash, monitor, shellSession, taskOutput, taskStop } from "../src/index.ts";

const shown = (tool: { readonly input: object }): unknown => JSON.parse(JSON.stringify(tool.input));

test("is a plugin of four tools that share one resource", () => {
  expect(isPlugin(plugin)).toBe(true);
  expect(plugin.name).toBe("@gauntlet/tools-shell");
  expect(plugin.tools).toEqual([bash, taskOutput, taskStop, monitor]);
  expect(plugin.resources).toEqual([shellSession]);
});

test("shows the model this definition of Bash", () => {
  expect(bash.name).toBe("Bash");
  expect(bash.aliases).toEqual([]);
  expect(shown(bash)).toMatchObject({
    type: "object",
    required: ["command"],
    additionalProperties: false,
    properties: {
      command: { type: "string", minLength: 1 },
      timeout: { type: "number", minimum: 1 },
      description: { type: "string" },
      run_in_background: { type: "boolean" },
      on_timeout: { anyOf: [{ const: "stop" }, { const: "background" }] },
    },
  });
});

test("answers to the names other agents have for reading and stopping tasks, and to their inputs", () => {
  expect([taskOutput.name, ...taskOutput.aliases]).toEqual(["TaskOutput", "BashOutput"]);
  expect([taskStop.name, ...taskStop.aliases]).toEqual(["TaskStop", "KillShell"]);
  const properties = { task_id: {}, bash_id: {}, shell_id: {} };
  expect(shown(taskOutput)).toMatchObject({ properties: { ...properties, filter: { type: "string" } } });
  expect(shown(taskStop)).toMatchObject({ properties });
  expect(shown(monitor)).toMatchObject({
    properties: { task_id: {}, command: {}, description: {}, pattern: {}, timeout_ms: { type: "number" } },
  });
});
