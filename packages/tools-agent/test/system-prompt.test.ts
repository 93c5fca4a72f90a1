import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemPrompt } from "../src/index.ts";

async function promptIn(
  files: Readonly<Record<string, string>>,
  { below = "", links = {} as Readonly<Record<string, string>> } = {},
) {
  const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-memory-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  };
  await write("work/.git/HEAD", "ref: refs/heads/main\n");
  await mkdir(join(root, "home"));
  for (const [name, text] of Object.entries(files)) await write(name, text);
  for (const [name, target] of Object.entries(links)) await symlink(join(root, target), join(root, name));
  const { sections, text, notices } = await systemPrompt({
    cwd: join(root, "work", below),
    home: join(root, "home"),
  });
  const memory = sections
    .filter(({ name }) => name.startsWith("memory "))
    .map((section) => [
      section.name.replace(`memory ${root}/`, ""),
      section.text.split("\n\n").slice(1).join("\n\n"),
    ]);
  return { root, sections, text, memory, notices: notices.map((notice) => notice.replaceAll(root, "")) };
}

test("its parts stand in a fixed order, and are the same the next time", async () => {
  const { sections, text } = await promptIn({ "work/AGENTS.md": "Use tabs." });
  expect(sections.map(({ name }) => name.split(" ")[0])).toEqual(["role", "ways", "place", "memory"]);
  expect(text).toBe(sections.map((section) => section.text).join("\n\n"));
});

test("the person's memory comes first, then the repository's from its root to where the work is", async () => {
  const { memory } = await promptIn(
    {
      "AGENTS.md": "outside of the repository",
      "home/.claude/CLAUDE.md": "mine",
      "work/AGENTS.md": "root",
      "work/CLAUDE.md": "root too",
      "work/a/.claude/CLAUDE.md": "a",
      "work/a/CLAUDE.local.md": "a, only here",
      "work/a/b/AGENTS.md": "farther below",
    },
    { below: "a" },
  );
  expect(memory.map(([, text]) => text)).toEqual(["mine", "root", "root too", "a", "a, only here"]);
});

test("what two files say alike is said once, and blank files say nothing", async () => {
  const { memory } = await promptIn({
    "work/AGENTS.md": "same",
    "work/CLAUDE.md": "same",
    "work/CLAUDE.local.md": " \n",
  });
  expect(memory).toEqual([["work/AGENTS.md", "same"]]);
});

test("comments in blocks of their own are left out", async () => {
  const { memory } = await promptIn({ "work/AGENTS.md": "a\n<!-- for\npeople -->\nb <!-- kept --> c" });
  expect(memory).toEqual([["work/AGENTS.md", "a\nb <!-- kept --> c"]]);
});

test("comments that do not end are text, however many there are", async () => {
  const text = "<!--\n".repeat(6_000);
  const { memory } = await promptIn({ "work/AGENTS.md": text });
  expect(memory).toEqual([["work/AGENTS.md", text.trim()]]);
});

test("an import is put in where it stands, but not inside code", async () => {
  const { memory, notices } = await promptIn({
    "work/AGENTS.md":
      "See @docs/style.md, not `@docs/style.md`.\n```\n@docs/style.md\n```\nMail a@docs/style.md",
    "work/docs/style.md": "STYLE @more.md",
    "work/docs/more.md": "MORE",
  });
  expect(memory[0]?.[1]).toBe(
    "See STYLE MORE, not `@docs/style.md`.\n```\n@docs/style.md\n```\nMail a@docs/style.md",
  );
  expect(notices).toEqual([]);
});

test.each([
  ["@../home/secret.md", "it lies outside of the project"],
  ["@link.md", "it is not a Markdown file"],
  ["@out.md", "it lies outside of the project"],
  ["@none.md", "there is no such file"],
  ["@AGENTS.md", "it imports itself; take one of the imports out"],
])("the import %s is left out: %s", async (text, why) => {
  const { memory, notices } = await promptIn(
    { "work/AGENTS.md": text, "work/.env": "SECRET", "home/secret.md": "SECRET" },
    { links: { "work/link.md": "work/.env", "work/out.md": "home/secret.md" } },
  );
  expect(memory).toEqual([["work/AGENTS.md", text]]);
  expect(notices).toEqual([`\`${text}\` in \`/work/AGENTS.md\` is left out: ${why}`]);
});

test("an import may begin with two dots that are part of its name", async () => {
  const { memory, notices } = await promptIn({ "work/AGENTS.md": "@..notes/a.md", "work/..notes/a.md": "A" });
  expect([memory, notices]).toEqual([[["work/AGENTS.md", "A"]], []]);
});

test("imports go four deep", async () => {
  const chain = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`work/${n}.md`, `${n} @${n + 1}.md`]));
  const { memory, notices } = await promptIn({ "work/AGENTS.md": "0 @1.md", ...chain, "work/6.md": "6" });
  expect(memory[0]?.[1]).toBe("0 1 2 3 4 @5.md");
  expect(notices).toEqual([
    "`@5.md` in `/work/4.md` is left out: it is imported more than 4 files deep; import it from a file further up",
  ]);
});

test("what is too long is cut, and said", async () => {
  const { memory, notices } = await promptIn({ "work/AGENTS.md": "x".repeat(50_000) });
  expect(memory[0]?.[1]).toHaveLength(40_000);
  expect(notices).toEqual(["only the first 40000 characters of `/work/AGENTS.md` are read"]);
});

test("a file that is none is left out, and said", async () => {
  const { memory, notices } = await promptIn({ "work/AGENTS.md/a": "x", "work/CLAUDE.md": "y" });
  expect(memory).toEqual([["work/CLAUDE.md", "y"]]);
  expect(notices).toEqual(["`/work/AGENTS.md` is left out: it is not a file"]);
});
