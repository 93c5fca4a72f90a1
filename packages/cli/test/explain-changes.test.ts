import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, type Place, run } from "./command.ts";

const explain = async (place: Place, tool: string, input: object, ...flags: string[]) =>
  run(place, ["explain", tool, JSON.stringify(input), ...flags]);

/** The rules that the text says would be enough, as a shell would read them. */
const offered = (stdout: string): string[] =>
  [...stdout.matchAll(/--allow '((?:[^']|'\\'')*)'/g)].map(([, rule = ""]) => rule.replaceAll("'\\''", "'"));

describe("what explain says would have to change", () => {
  test("names the rule that denies, where it stands, and what would be decided without it", async () => {
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify({ permissions: { deny: ["Read(secret/**)"] } }, null, 2),
      "secret/key.txt": "k\n",
    });
    const { stdout } = await explain(place, "Read", { file_path: "secret/key.txt" });
    const file = join(place.cwd, "gauntlet.config.json");
    expect(stdout).toContain(`remove or narrow the rule \`Read(secret/**)\` in ${file}:4`);
    expect(stdout).toContain("then it would run");
  });

  test("says what still stands in the way when the denying rule is gone", async () => {
    const place = await createPlace();
    const flags = ["--deny", "Edit(a.txt)", "--ask", "Edit(*.txt)"];
    const { stdout } = await explain(place, "Write", { file_path: "a.txt", content: "" }, ...flags);
    expect(stdout).toContain("remove or narrow the rule `Edit(a.txt)` of cli");
    expect(stdout).toContain("then it would ask a person");
  });

  test.each([
    [
      "a path in the working directory",
      "Write",
      { file_path: "src/new.ts", content: "" },
      "Edit(src/new.ts)",
    ],
    ["a name in the working directory", "Write", { file_path: "new.ts", content: "" }, "Edit(./new.ts)"],
    [
      "a path with letters that mean something",
      "Write",
      { file_path: "a/[x]*?.ts", content: "" },
      "Edit(a/\\[x\\]\\*\\?.ts)",
    ],
    ["a path with a quote", "Write", { file_path: "a/it's.ts", content: "" }, "Edit(a/it's.ts)"],
    ["a path elsewhere", "Read", { file_path: "/etc/hostname" }, "Read(//etc/hostname)"],
    ["a command", "Bash", { command: "npm test" }, "Bash(npm test)"],
  ])("offers the narrowest rule for %s, and it is enough", async (_, tool, input, rule) => {
    const place = await createPlace();
    const { stdout } = await explain(place, tool, input);
    expect(offered(stdout)).toEqual([rule]);
    const allowed = await explain(place, tool, input, "--allow", rule);
    expect(allowed.stdout).toContain(`${tool} would run`);
  });

  test("a rule offered for a path with wildcards allows no other path", async () => {
    const place = await createPlace();
    const [rule = ""] = offered((await explain(place, "Write", { file_path: "a/*.ts", content: "" })).stdout);
    const other = await explain(place, "Write", { file_path: "a/b.ts", content: "" }, "--allow", rule);
    expect(other.stdout).toContain("Write would ask a person");
  });

  test.each([
    ["a command with a star, which no rule can mean literally", "Bash", { command: "npm run *" }],
    ["a path that cannot be shown as it is", "Write", { file_path: "a\u200bb/c.ts", content: "" }],
    ["a path nobody may allow", "Write", { file_path: ".git/config", content: "" }],
  ])("offers nothing for %s", async (_, tool, input) => {
    const { stdout } = await explain(await createPlace(), tool, input);
    expect(stdout).toContain("would ask a person");
    expect(stdout).toContain("to change this");
    expect(offered(stdout)).toEqual([]);
  });

  test("offers nothing where a link leads elsewhere: one narrow rule would not be enough", async () => {
    const place = await createPlace();
    const outside = join(place.root, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "f"), "x");
    await symlink(outside, join(place.cwd, "link"));
    const { stdout } = await explain(place, "Read", { file_path: "link/f" });
    expect(stdout).toContain("Read would ask a person");
    expect(offered(stdout)).toEqual([]);
  });

  test("settles doubt about a command with exactly that command", async () => {
    const place = await createPlace();
    const { stdout } = await explain(place, "Bash", { command: "npm test" }, "--deny", "Read(.env)");
    expect(offered(stdout)).toEqual(["Bash(npm test)"]);
  });

  test("says how somebody could be asked", async () => {
    const place = await createPlace();
    const { stdout } = await explain(place, "Bash", { command: "npm test" }, "--headless");
    expect(stdout).toContain("Bash would be denied: the vote says ask, and nobody is asked");
    expect(stdout).toContain("or let a person answer: leave out `--headless`");
  });

  test("nothing has to change for a call that would run", async () => {
    const place = await createPlace({ "a.txt": "" });
    const { stdout } = await explain(place, "Read", { file_path: "a.txt" });
    expect(stdout).not.toContain("to change this");
  });

  test("`--json` has the same sentences", async () => {
    const place = await createPlace();
    const { stdout } = await explain(place, "Write", { file_path: "src/a", content: "" }, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ change: ["allow it: --allow 'Edit(src/a)'"] });
  });
});

describe("the votes explain shows", () => {
  test("the determining ones stand apart from the others", async () => {
    const place = await createPlace({ "a.txt": "" });
    const { stdout } = await explain(place, "Read", { file_path: "a.txt" }, "--deny", "Read(a.txt)");
    const path = join(place.cwd, "a.txt");
    expect(stdout).toContain(
      `  because  rule \`Read(a.txt)\` of cli denies reading it (cli rule \`Read(a.txt)\`)\n`,
    );
    expect(stdout).toContain(
      `  vote     allow on read ${path}: it reads inside the working directories (builtin)\n`,
    );
    expect(stdout).not.toContain("vote     deny");
  });

  test("are those of command hooks too, unless `--no-hooks` leaves them out, which is said", async () => {
    const place = await createPlace({ "a.txt": "" });
    const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "echo not this >&2; exit 2" }] }] };
    const settings = ["--settings", JSON.stringify({ hooks })];
    const read = { file_path: "a.txt" };
    const asked = await explain(place, "Read", read, ...settings);
    expect([asked.code, asked.stdout]).toEqual([3, expect.stringContaining("objects: not this")]);
    const without = await explain(place, "Read", read, ...settings, "--no-hooks");
    expect(without.stderr).toContain("command hooks are left out");
    expect(without.code).toBe(0);
  });
});
