import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createPlace, type Place, run } from "./command.ts";
import { type Block, blocksOf, isUnaccounted } from "./guides/page.ts";
import { commands, flagsIn, helpOf } from "./help-text.ts";

const repository = fileURLToPath(new URL("../../../", import.meta.url));
const pages = (
  await Promise.all(
    ["docs/concepts", "docs/reference"].map(async (directory) =>
      (await readdir(join(repository, directory))).map((name) => `${directory}/${name}`),
    ),
  )
).flat();

afterEach(() => void vi.restoreAllMocks());

test.each(pages)(
  "each block of %s is commands, what they print, a file, or says that it is only shown",
  (page) => {
    const open = blocksOf(page).filter((block) => isUnaccounted(block) && block.language !== "console");
    expect(open).toEqual([]);
  },
);

/** Lines of commands a page shows: in blocks of a shell, behind the prompt of a console, and as usage. */
const linesOf = ({ language, code }: Block): readonly string[] =>
  code.split("\n").flatMap((line) => {
    if (language === "sh") return line.trim() === "" ? [] : [line.replace(/ +#.*$/, "")];
    const [, command] = (language === "console" ? /^\$ (.+)$/ : /^(gauntlet .+)$/).exec(line) ?? [];
    return command === undefined ? [] : [command];
  });

const shown = pages.flatMap((page) =>
  blocksOf(page).flatMap((block) => linesOf(block).map((line) => ({ page, line }))),
);

test("there are lines of commands to check", () => expect(shown.length).toBeGreaterThan(8));

describe("a command that a page shows", () => {
  test.each(shown)("exists, with its flags ($page: $line)", async ({ line }) => {
    const [program, ...words] = line.match(/'[^']*'|[^\s[\]]+/g) ?? [];
    const flags = words.filter((word) => word.startsWith("--") && word !== "--");
    if (program === "npm") {
      const { scripts } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
      expect(Object.keys(scripts)).toContain(words[0] === "run" ? words[1] : words[0]);
      return;
    }
    expect(program).toBe("gauntlet");
    const known = await commands();
    const path = known.findLast((names) => names.every((name, at) => words[at] === name)) ?? [];
    const help = await helpOf(path);
    // A group of commands does nothing by itself.
    expect([path.length > 0, help.includes("\nCommands:")]).toEqual([true, false]);
    expect(flags.filter((flag) => !flagsIn(help).includes(flag))).toEqual([]);
  });
});

/** The files a page has its reader write, each alone in a directory of its own. */
const files = pages.flatMap((page) =>
  blocksOf(page).flatMap(({ write, code }) => (write === undefined ? [] : [{ page, write, code }])),
);

/** A trusted directory with one file of a page, what its reader has beside it, and the library. */
async function placeWith(write: string, code: string): Promise<Place> {
  const plugin = /^\w[\w-]*\.ts$/.test(write) && !write.startsWith("gauntlet.config");
  const place = await createPlace({
    [write.replace(/^~\/\.config/, "../config")]: code,
    ...(plugin && { "gauntlet.config.json": JSON.stringify({ plugins: [`./${write}`] }) }),
  });
  const library = join(place.cwd, "node_modules/@gauntlet/core");
  await mkdir(dirname(library), { recursive: true });
  await symlink(join(repository, "packages/core"), library);
  expect((await run(place, ["trust", "."])).code).toBe(0);
  return place;
}

describe("a file that a page shows", () => {
  test.each(files)("counts without a word against it ($page: $write)", async ({ write, code }) => {
    const place = await placeWith(write, code);
    const args = write === "answers.json" ? ["call", "--jsonl", "--answers", write] : ["tools", "--json"];
    const { code: exit, stderr } = await run(place, args);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  });

  test.each(files.filter(({ write }) => write.endsWith(".ts")))(
    "passes the compiler in strict mode ($page: $write)",
    async ({ write, code }) => {
      const place = await placeWith(write, code);
      const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2023"];
      const tsc = join(repository, "node_modules/.bin/tsc");
      const { stdout } = await promisify(execFile)(tsc, [...flags, write], { cwd: place.cwd }).catch(
        (thrown: { stdout: string }) => thrown,
      );
      expect(stdout).toBe("");
    },
    60_000,
  );
});

/** What the pages say that these files do. */
describe("what the pages say of their files comes true", () => {
  const placeOf = (name: string): Promise<Place> => {
    const { write = "", code = "" } = files.find(({ write: file }) => file.includes(name)) ?? {};
    return placeWith(write, code);
  };

  test("the tap keeps a TODO out of new files", async () => {
    const place = await placeOf("no-todo");
    const write = (content: string) => JSON.stringify({ file_path: "a.txt", content });
    const denied = await run(place, ["explain", "Write", write("TODO")]);
    expect([denied.code, denied.stdout]).toEqual([3, expect.stringContaining("new files hold no TODO")]);
    expect((await run(place, ["explain", "Write", write("done")])).code).toBe(0);
  });

  test("the agent and the skill are offered", async () => {
    const agents = await run(await placeOf("reviewer"), ["tools", "--json"]);
    expect(agents.stdout).toContain("Reviews a change for mistakes. Say which change.");
    const skills = await run(await placeOf("SKILL"), ["tools", "--json"]);
    expect(skills.stdout).toContain("Makes a release of this package.");
  });
});
