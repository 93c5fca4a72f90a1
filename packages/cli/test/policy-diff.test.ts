import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

const settings = (permissions: object): string => JSON.stringify({ permissions });
const calls = [
  { tool: "Read", input: { file_path: "src/a.ts" } },
  { tool: "Write", input: { file_path: "src/a.ts", content: "" } },
  { tool: "Bash", input: { command: "npm test" } },
]
  .map((call) => `${JSON.stringify(call)}\n`)
  .join("\n");

describe("gauntlet policy diff", () => {
  test("lists the calls whose decision changes, old and new, with the reason", async () => {
    const place = await createPlace({
      "calls.jsonl": calls,
      "old.json": settings({ allow: ["Edit(src/**)"] }),
      "new.json": settings({ deny: ["Read(src/**)"] }),
    });
    const { code, stdout } = await run(place, [
      "policy",
      "diff",
      "old.json",
      "new.json",
      "--calls",
      "calls.jsonl",
    ]);
    expect(code).toBe(1);
    expect(stdout).toContain('1: Read {"file_path":"src/a.ts"}\n  allow → deny\n');
    expect(stdout).toContain('3: Write {"file_path":"src/a.ts","content":""}\n  allow → deny\n');
    expect(stdout).toContain("  after   rule `Read(src/**)` of cli denies writing it");
    expect(stdout).toContain("2 of 3 calls are decided otherwise\n");
  });

  test("exits with 0 when nothing changes, whatever the rules look like", async () => {
    const place = await createPlace({ "calls.jsonl": calls });
    const one = settings({ deny: ["Read(src/*.ts)"] });
    const other = settings({ deny: ["Read(src/**)"] });
    const { code, stdout } = await run(place, ["policy", "diff", one, other, "--calls", "calls.jsonl"]);
    expect([code, stdout]).toEqual([0, "0 of 3 calls are decided otherwise\n"]);
  });

  test("knows the mode of each side, and gives scripts both", async () => {
    const place = await createPlace({ "calls.jsonl": calls });
    const careful = settings({ defaultMode: "plan" });
    const { code, stdout } = await run(place, [
      "policy",
      "diff",
      "{}",
      careful,
      "--calls",
      "calls.jsonl",
      "--json",
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      calls: 3,
      changes: [
        {
          line: 3,
          tool: "Write",
          from: { decision: "ask" },
          to: { decision: "deny", because: [{ source: "mode" }] },
        },
        { line: 5, tool: "Bash", from: { decision: "ask" }, to: { decision: "deny" } },
      ],
    });
  });

  test("leaves the configuration of person, project and organization out", async () => {
    const deny = settings({ deny: ["Read", "Write", "Bash"] });
    const place = await createPlace({
      "calls.jsonl": calls,
      "gauntlet.config.json": deny,
      ".gauntlet/settings.local.json": deny,
      "../config/gauntlet/settings.json": deny,
      "../managed.json": deny,
    });
    const args = ["policy", "diff", "{}", settings({ allow: ["Bash"] }), "--calls", "calls.jsonl", "--json"];
    const { stdout } = await run(place, args, { env: { GAUNTLET_MANAGED: `${place.root}/managed.json` } });
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [{ tool: "Bash", from: { decision: "ask" }, to: { decision: "allow" } }],
    });
  });

  test("loads no plugin, and says so", async () => {
    const place = await createPlace({
      "calls.jsonl": calls,
      "plugin.js": "process.stdout.write('loaded'); export default {};",
    });
    const side = JSON.stringify({ plugins: ["./plugin.js"] });
    const { stdout, stderr } = await run(place, ["policy", "diff", "{}", side, "--calls", "calls.jsonl"]);
    expect(stdout).toBe("0 of 3 calls are decided otherwise\n");
    expect(stderr).toContain("`plugins` are left out");
  });

  test.each([
    ["calls that are none", ["{}", "{}", "--calls", "bad.jsonl"], "line 2: the line is not JSON"],
    ["calls that are not there", ["{}", "{}", "--calls", "nowhere"], "cannot be read"],
    ["no calls", ["{}", "{}"], "--calls"],
    ["settings that are not there", ["{}", "nowhere.json", "--calls", "calls.jsonl"], "nowhere.json"],
    ["an unknown key", ["{}", '{"permisions":{}}', "--calls", "calls.jsonl"], "permisions"],
  ])("refuses %s with exit code 2", async (_, args, said) => {
    const place = await createPlace({ "calls.jsonl": calls, "bad.jsonl": '{"tool":"Read"}\nno\n' });
    const { code, stdout, stderr } = await run(place, ["policy", "diff", ...args]);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(said);
  });
});
