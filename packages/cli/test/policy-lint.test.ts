import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

const config = (permissions: object): string => JSON.stringify({ permissions }, null, 2);

describe("gauntlet policy lint", () => {
  test("names file and line of each finding and exits with 1", async () => {
    const place = await createPlace({
      "gauntlet.config.json": config({ deny: ["Read(secret/**)", "Wrote", "Read(secret/**)"] }),
    });
    const { code, stdout } = await run(place, ["policy", "lint"]);
    const file = join(place.cwd, "gauntlet.config.json");
    expect(code).toBe(1);
    expect(stdout).toBe(
      [
        `${file}:5: unknown-tool: rule \`Wrote\` names no tool; did you mean \`Write\`?`,
        `${file}:6: duplicate: rule \`Read(secret/**)\` stands twice among the deny rules (${file}:4)`,
        "2 found in 3 rules",
        "",
      ].join("\n"),
    );
  });

  test("compares rules of all places", async () => {
    const place = await createPlace({ "gauntlet.config.json": config({ deny: ["Bash(npm *)"] }) });
    const settings = '{"permissions":{"allow":["Bash(npm test)"]}}';
    const { code, stdout } = await run(place, ["policy", "lint", "--settings", settings, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      rules: 2,
      findings: [
        {
          kind: "shadowed",
          rule: "Bash(npm test)",
          source: "cli",
          other: { rule: "Bash(npm *)", source: "project", line: 4 },
        },
      ],
    });
  });

  test("knows the tools of plugins and packs", async () => {
    const rules = ["Read", "Edit", "Write", "Glob", "Grep", "Bash"];
    const place = await createPlace({ "gauntlet.config.json": config({ ask: rules }) });
    const { code, stdout } = await run(place, ["policy", "lint"]);
    expect([code, stdout]).toEqual([0, "nothing found in 6 rules\n"]);
  });

  test("another directory can be named", async () => {
    const place = await createPlace({ "sub/gauntlet.config.json": config({ deny: ["Wrote"] }) });
    expect((await run(place, ["policy", "lint"])).code).toBe(0);
    expect((await run(place, ["policy", "lint", "--cwd", "sub"])).code).toBe(1);
  });

  test("a rule that is none is wrong usage, as everywhere", async () => {
    const place = await createPlace({ "gauntlet.config.json": config({ deny: ["Read("] }) });
    const { code, stderr } = await run(place, ["policy", "lint"]);
    expect(code).toBe(2);
    expect(stderr).toContain("GNT_CONFIG_RULE");
  });
});
