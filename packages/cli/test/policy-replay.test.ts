import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Answerer,
  type CallRequest,
  Gauntlet,
  type JournalEntry,
  type Mode,
  type Rejudged,
  type RuleSource,
  readJournal,
  replayPolicy,
} from "@gauntlet/core";
import toolsFs from "@gauntlet/tools-fs";
import toolsShell from "@gauntlet/tools-shell";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const SESSIONS = 50;
const CALLS = 6;

let root: string;
let cwd: string;
const sessions: { readonly rules: readonly RuleSource[]; readonly entries: readonly JournalEntry[] }[] = [];

/** The same numbers in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const MODES: readonly Mode[] = ["default", "default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"];
const RULES: readonly Pick<RuleSource, "behavior" | "text">[] = [
  { behavior: "allow", text: "Bash(touch *)" },
  { behavior: "allow", text: "Edit(out/**)" },
  { behavior: "allow", text: "Bash" },
  { behavior: "ask", text: "Bash(touch a*)" },
  { behavior: "ask", text: "Edit(*.md)" },
  { behavior: "deny", text: "Read(secret/**)" },
  { behavior: "deny", text: "Bash(rm *)" },
  { behavior: "deny", text: "Write(path:**/b.md)" },
  { behavior: "allow", text: "Read" },
];
const CALLS_MADE: readonly ((n: number) => CallRequest)[] = [
  (n) => ({ tool: "Read", input: { file_path: `secret/${n}` } }),
  () => ({ tool: "Read", input: { file_path: "marked/a.txt" } }),
  (n) => ({ tool: "Write", input: { file_path: `out/${n}.txt`, content: "x" } }),
  () => ({ tool: "Write", input: { file_path: "b.md", content: "x" } }),
  (n) => ({ tool: "Bash", input: { command: `touch planted-${n}` } }),
  (n) => ({ tool: "Bash", input: { command: `touch a${n} && cat marked/a.txt` } }),
  () => ({ tool: "Bash", input: { command: "rm -f nothing" } }),
  () => ({ tool: "Bash", input: { command: `eval "$(cat x)"` } }),
  (n) => ({ tool: "Edit", input: { file_path: `out/${n}.txt`, old_string: "x", new_string: "y" } }),
];

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-replay-")));
  cwd = join(root, "work");
  for (const directory of ["marked", "secret", "out"]) await mkdir(join(cwd, directory), { recursive: true });
  await writeFile(join(cwd, "marked/a.txt"), "marked\n");
  const next = numbersFrom(7);
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  for (let i = 0; i < SESSIONS; i += 1) {
    const rules = RULES.filter(() => next() < 0.4).map(
      (rule): RuleSource => ({ ...rule, source: "project", anchor: cwd }),
    );
    const person: Answerer = {
      name: "person",
      async answer({ proposals }) {
        if (next() < 0.4) return { behavior: "deny" };
        return next() < 0.5 && proposals.length > 0
          ? { behavior: "allow", remember: { rules: proposals, scope: "session" } }
          : { behavior: "allow" };
      },
    };
    const gauntlet = new Gauntlet({
      plugins: [toolsFs, toolsShell],
      rules,
      mode: one(MODES),
      ...(next() < 0.8 && { answerers: [person] }),
      cwd,
      stateDirectory: join(root, "state"),
    });
    const session = await gauntlet.session();
    for (let n = 0; n < CALLS; n += 1) await session.call([one(CALLS_MADE)(n)]);
    await session.close();
    sessions.push({ rules, entries: (await readJournal(join(session.directory, "journal.jsonl"))).entries });
  }
}, 60_000);
afterAll(() => rm(root, { recursive: true, force: true }));

function judged(more: readonly Pick<RuleSource, "behavior" | "text">[]): readonly Rejudged[] {
  const planted = more.map((rule): RuleSource => ({ ...rule, source: "user", anchor: cwd, id: "planted" }));
  return sessions.flatMap(({ rules, entries }) =>
    replayPolicy(entries, {
      rules: [...rules, ...planted],
      cwd,
      home: homedir(),
      trustEffects: ["@gauntlet/*"],
      toolOf: (name) => [...toolsFs.tools, ...toolsShell.tools].find((tool) => tool.name === name),
    }),
  );
}

const changed = (all: readonly Rejudged[]): readonly Rejudged[] =>
  all.filter(({ from, to }) => to?.behavior !== from.behavior);
const wasNotDenied = ({ from }: Rejudged): boolean => from.behavior !== "deny";
const isOpaque = ({ from }: Rejudged): boolean => from.effects.some(({ kind }) => kind === "opaque");
const commandOf = ({ input }: Rejudged): string =>
  String((input as { command?: string } | undefined)?.command);

describe(`${SESSIONS} sessions judged again`, () => {
  test("by their own rules show no difference, not even in the reasons", () => {
    const all = judged([]);
    expect(all.length).toBeGreaterThan(SESSIONS * 4);
    expect(new Set(all.map(({ from }) => from.behavior))).toEqual(new Set(["allow", "ask", "deny"]));
    for (const { from, to, unclear } of all) {
      expect(unclear).toBeUndefined();
      expect(to).toEqual(from);
    }
  });

  test("by a planted deny differ exactly where it binds and was not denied before, and name it", () => {
    const all = judged([{ behavior: "deny", text: "Bash(touch planted-*)" }]);
    const bound = all.filter((one) => commandOf(one).startsWith("touch planted-") && wasNotDenied(one));
    expect(bound.length).toBeGreaterThan(5);
    for (const { to } of bound) expect(to?.because).toMatchObject([{ ruleId: "planted", behavior: "deny" }]);
    // A command that cannot be analyzed might be what the rule is about.
    const suspected = all.filter((one) => isOpaque(one) && one.from.behavior === "allow");
    for (const { to } of suspected) expect(to?.behavior).toBe("ask");
    expect(changed(all)).toEqual(all.filter((one) => bound.includes(one) || suspected.includes(one)));
  });

  test("by a planted rule on what calls touch differ for every tool that touches it", () => {
    const all = judged([{ behavior: "deny", text: "Read(marked/**)" }]);
    const touches = ({ from }: Rejudged): boolean =>
      from.effects.some(
        (effect) => effect.kind === "read" && "path" in effect && effect.path.includes("/marked/"),
      );
    const bound = all.filter((one) => touches(one) && wasNotDenied(one));
    expect(new Set(bound.map(({ tool }) => tool))).toEqual(new Set(["Read", "Bash"]));
    const suspected = all.filter((one) => isOpaque(one) && one.from.behavior === "allow");
    expect(changed(all)).toEqual(all.filter((one) => bound.includes(one) || suspected.includes(one)));
  });

  test("by a planted allow differ only from ask to allow", () => {
    const found = changed(judged([{ behavior: "allow", text: "Bash(touch planted-*)" }]));
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) {
      expect([one.from.behavior, one.to?.behavior]).toEqual(["ask", "allow"]);
      expect(commandOf(one)).toMatch(/^touch planted-/);
    }
  });
});
