import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, type Place, run } from "./command.ts";

async function trusted(files: Readonly<Record<string, string>>): Promise<Place> {
  const place = await createPlace(files);
  expect((await run(place, ["trust", "."])).code).toBe(0);
  return place;
}

/** One message, its place, a hint or a code, no stack. */
function expectOneMessage(stderr: string, parts: readonly (string | RegExp)[]): void {
  for (const part of parts) expect(stderr).toMatch(part);
  expect(stderr.match(/^gauntlet: /gm)).toHaveLength(1);
  expect(stderr).not.toMatch(/\n\s+at /);
}

describe("broken project config", () => {
  test.each([
    [
      "JSON",
      "gauntlet.config.json",
      '{\n  "permissions": {\n    "deny": [,]\n  }\n}\n',
      /gauntlet\.config\.json.*3/,
    ],
    [
      "YAML",
      "gauntlet.config.yaml",
      "permissions:\n  deny:\n  - Read(x)\n bad: [\n",
      /gauntlet\.config\.yaml.*4/,
    ],
    [
      "TypeScript syntax",
      "gauntlet.config.ts",
      "export default {\n  permissions: {{\n};\n",
      /gauntlet\.config\.ts.*2/,
    ],
    [
      "TypeScript that throws",
      "gauntlet.config.ts",
      "\nthrow new Error('no luck');\n",
      /gauntlet\.config\.ts.*no luck/s,
    ],
    ["an unknown key", "gauntlet.config.json", '{\n  "permisions": {}\n}\n', /permisions.*permissions/s],
    [
      "a wrong type",
      "gauntlet.config.json",
      '{\n  "permissions": { "deny": "Read" }\n}\n',
      /permissions\.deny/,
    ],
    [
      "a broken rule",
      "gauntlet.config.json",
      '{\n  "permissions": { "deny": ["Read("] }\n}\n',
      /gauntlet\.config\.json.*2/s,
    ],
    ["a __proto__ key", "gauntlet.config.yaml", "__proto__:\n  x: 1\n", /__proto__/],
  ])("%s is one clear message and exit code 2", async (_, name, text, message) => {
    const place = await trusted({ [name]: text });
    const { code, stderr, stdout } = await run(place, ["tools"]);
    expectOneMessage(stderr, [message, name]);
    expect([code, stdout]).toEqual([2, ""]);
  });

  test("a broken file of managed settings stops everything", async () => {
    const place = await createPlace();
    const managed = join(place.root, "managed.json");
    await writeFile(managed, "{ not json");
    const { code, stderr } = await run(place, ["call", "Glob", '{"pattern":"*"}'], {
      env: { GAUNTLET_MANAGED: managed },
    });
    expectOneMessage(stderr, [/managed\.json/]);
    expect(code).toBe(2);
  });
});

test.each([
  ["@gauntlet/tools-web", { preapprovedHosts: ["example.com/docs"] }, "preapprovedHosts[0]"],
  ["@gauntlet/tools-web", { preapprovedHosts: ["example.com\\docs"] }, "preapprovedHosts[0]"],
  [
    "@gauntlet/tools-shell",
    { sandbox: { enabled: true, domains: ["a.example", "b.example#x"] } },
    "sandbox.domains[1]",
  ],
])("a host with a path in the options of %s is one clear message: %j", async (pack, options, where) => {
  const settings = JSON.stringify({ packs: { [pack]: options } });
  const { code, stderr } = await run(await createPlace(), ["tools", "--settings", settings]);
  expectOneMessage(stderr, [/must be the name of a host alone, without scheme, port or path/]);
  expect(stderr).toContain(`packs["${pack}"].${where}`);
  expect(code).toBe(2);
});

describe("an untrusted project", () => {
  test("runs no code of its own and may not allow anything; its deny rules count; all of it is said", async () => {
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify({
        plugins: ["./pack.mjs"],
        permissions: { allow: ["Bash(bash --version)"], deny: ["Read(closed.txt)"] },
      }),
      "pack.mjs": "throw new Error('this code ran');\n",
      "closed.txt": "x\n",
    });
    const denied = await run(place, ["call", "Read", '{"file_path":"closed.txt"}']);
    expect(denied.code).toBe(3);
    expect(denied.stderr).toContain("trust");
    expect(denied.stderr).not.toContain("this code ran");
    const asked = await run(place, ["call", "Bash", '{"command":"bash --version"}']);
    expect(asked.code).toBe(3);
  });

  test("its TypeScript config is not loaded, and that is said", async () => {
    const place = await createPlace({ "gauntlet.config.ts": "throw new Error('this code ran');\n" });
    const { code, stderr } = await run(place, ["tools"]);
    expect(code).toBe(0);
    expect(stderr).toContain("gauntlet.config.ts");
    expect(stderr).not.toContain("this code ran");
  });

  test("what changes after it was trusted is untrusted again", async () => {
    const place = await trusted({
      "gauntlet.config.json": '{ "permissions": { "allow": ["Bash(bash --version)"] } }',
    });
    const call = ["call", "Bash", '{"command":"bash --version"}'];
    expect((await run(place, call)).code).toBe(0);
    await writeFile(join(place.cwd, "gauntlet.config.json"), '{ "permissions": { "allow": ["Bash"] } }');
    const { code, stderr } = await run(place, call);
    expect(code).toBe(3);
    expect(stderr).toContain("changed");
  });
});

test("user settings and a settings file unite with project rules", async () => {
  const place = await createPlace({ "a.txt": "a\n", "b.txt": "b\n", "c.txt": "c\n" });
  const settings = join(place.root, "config", "gauntlet", "settings.json");
  await mkdir(dirname(settings), { recursive: true });
  await writeFile(
    settings,
    JSON.stringify({ permissions: { deny: [`Read(/${join(place.cwd, "a.txt")})`] } }),
  );
  await writeFile(join(place.cwd, "gauntlet.config.yaml"), "permissions:\n  deny:\n    - Read(b.txt)\n");
  const flag = ["--settings", JSON.stringify({ permissions: { deny: ["Read(c.txt)"] } })];
  for (const name of ["a.txt", "b.txt", "c.txt"]) {
    const { code } = await run(place, ["explain", "Read", JSON.stringify({ file_path: name }), ...flag]);
    expect([name, code]).toEqual([name, 3]);
  }
});
