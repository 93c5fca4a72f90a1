import { expect, test } from "vitest";
import { nearestName } from "../../src/tool/nearest-name.ts";

const tools = ["Bash", "Edit", "Grep", "Read"];

test.each([
  ["read", "Read"],
  ["Raed", undefined],
  ["Reed", "Read"],
  ["read_file", "Read"],
  ["bash-command", "Bash"],
  ["grepFiles", "Grep"],
  ["reading", undefined],
  ["readymade", undefined],
  ["constructor", undefined],
  ["", undefined],
])("the nearest name to `%s` is %s", (name, near) => {
  expect(nearestName(name, tools)).toBe(near);
});
