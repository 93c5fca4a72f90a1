import { describe, expect, test } from "vitest";
import { type ToolCase, type ToolTesterOptions, toolTester } from "../src/index.ts";
import { tools } from "./fixtures/traced-tools.ts";

const trace = {
  module: new URL("./fixtures/traced-tools.ts", import.meta.url).href,
  nodeArguments: ["--import", import.meta.resolve("tsx"), "--conditions=gauntlet-source"],
};
const files = { "a.txt": "one", "other.txt": "two", "sub/c.txt": "three" };
const oneCase: ToolCase = { input: { file_path: "a.txt" }, files };

async function complaints(name: keyof typeof tools, options: ToolTesterOptions): Promise<readonly string[]> {
  try {
    await toolTester(tools[name], [oneCase], options);
    return [];
  } catch (thrown) {
    return (thrown as Error).message.split("\n- ").slice(1);
  }
}

describe.runIf(process.platform === "linux")("a traced call", { timeout: 60_000 }, () => {
  test.each(["honest", "loads", "looks", "tree", "replaces"] as const)(
    "passes when all it touches was declared: %s",
    async (name) => {
      expect(await complaints(name, { trace })).toEqual([]);
    },
  );

  test.each([
    ["peeks", ["the tool opened `work/other.txt` and declares no effect on it"]],
    ["lists", ["the tool opened `work` and declares no effect on it"]],
    ["undoes", ["the tool changed `work/sub/gone` and declares no effect on it"]],
  ] as const)("is named with what it touched and did not declare: %s", async (name, says) => {
    expect(await complaints(name, { trace })).toEqual(
      says.map((say) => `the case ${JSON.stringify(oneCase.input)}: ${say}`),
    );
  });

  test("is followed into the programs it starts", async () => {
    const found = await complaints("cats", { trace });
    expect(found).toEqual([
      expect.stringMatching(/the tool ran `\/.*\/cat` and declares no effect on it/),
      expect.stringContaining("the tool opened `work/other.txt` and declares no effect on it"),
    ]);
  });

  test("may open what the author names as incidental", async () => {
    expect(
      await complaints("cats", { trace: { ...trace, incidental: [/\/cat$/, /\/other\.txt$/] } }),
    ).toEqual([]);
  });

  test("says why it cannot be traced", async () => {
    const module = new URL("./fixtures/no-such-module.ts", import.meta.url).href;
    expect(await complaints("honest", { trace: { ...trace, module } })).toEqual([
      expect.stringMatching(/its cases cannot be traced: .*no-such-module/s),
    ]);
  });
});

describe("calls that overlap", () => {
  const pair = { inputs: [{ file_path: "a.txt" }, { file_path: "other.txt" }], files } as const;

  test("come to the same in either order and at once", async () => {
    expect(await complaints("honest", { pairs: [pair] })).toEqual([]);
  });

  test("are named when a result depends on the order", async () => {
    const found = await complaints("counts", { pairs: [pair] });
    expect(found[0]).toMatch(
      /^pair 1 \(.*\): call 1 has another result in the other order: "succeeded: one\d", not "succeeded: one\d"$/,
    );
  });

  test("must be claimed to be safe", async () => {
    expect(await complaints("replaces", { pairs: [pair] })).toEqual([
      expect.stringContaining("the tool does not say that call 1 is safe to overlap"),
    ]);
  });
});
