import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createPlace, run } from "./command.ts";

describe("gauntlet init", () => {
  test("writes a configuration whose rules count at once, and says what comes next", async () => {
    const place = await createPlace({ ".env": "A=1" });
    const { code, stdout, stderr } = await run(place, ["init"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")[0]).toBe(`wrote ${join(place.cwd, "gauntlet.config.yaml")}`);
    const text = await readFile(join(place.cwd, "gauntlet.config.yaml"), "utf8");
    expect(text.split("\n").filter((line) => line.trim().startsWith("#")).length).toBeGreaterThan(10);
    expect((await run(place, ["explain", "Read", '{"file_path":".env"}'])).code).toBe(3);
    expect((await run(place, ["policy", "lint"])).code).toBe(0);
  });

  test("everything that is commented out is a configuration too", async () => {
    const place = await createPlace({ "tools/deploy.mjs": "" });
    await run(place, ["init"]);
    const text = await readFile(join(place.cwd, "gauntlet.config.yaml"), "utf8");
    // Keys and items, and not sentences.
    const all = text.replaceAll(/^( *)# (\s*(?:"?[@\w/-]+"?:(?: \d+| true| default|)$|- .*))/gm, "$1$2");
    expect(all).toContain("\nextends:\n  - ");
    const { stderr } = await run(place, ["tools", "--settings", await written(place.root, all)]);
    expect(stderr).toContain("`@gauntlet/policy-recommended`");
    expect(stderr).not.toMatch(/UNKNOWN_KEY|INVALID|CONFIG_READ/);
  });

  test.each(["gauntlet.config.ts", ".gauntletrc.json"])(
    "never touches a project that has a %s",
    async (name) => {
      const place = await createPlace({ [name]: "{}" });
      const { code, stdout, stderr } = await run(place, ["init"]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain(`the project is configured already, in \`${join(place.cwd, name)}\``);
      expect(await readdir(place.cwd)).toEqual([name]);
    },
  );

  test("refuses words it does not know, and writes nothing", async () => {
    const place = await createPlace();
    expect((await run(place, ["init", "project"])).code).toBe(2);
    expect(await readdir(place.cwd)).toEqual([]);
  });
});

describe.each(["pack", "policy"] as const)("gauntlet init %s", (kind) => {
  test("never writes into a directory that holds something", async () => {
    const place = await createPlace({ "mine/notes.txt": "keep" });
    const { code, stderr } = await run(place, ["init", kind, "mine"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("is not empty")]);
    expect(await readdir(join(place.cwd, "mine"))).toEqual(["notes.txt"]);
  });

  test.each([
    ["../elsewhere", "is not the name of a package"],
    ["/tmp/x", "is not the name of a package"],
    ["Upper", "is not the name of a package"],
    ["@acme/..", "is not the name of a package"],
    ["@gauntlet/mine", "is a name of ours"],
  ])("refuses the name %s", async (name, says) => {
    const place = await createPlace();
    const { code, stderr } = await run(place, ["init", kind, name]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`\`${name}\` ${says}`)]);
    expect(await readdir(place.cwd)).toEqual([]);
  });
});

async function written(root: string, text: string): Promise<string> {
  const file = join(root, "all.yaml");
  await writeFile(file, text);
  return file;
}
