import { chmod, link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findNames, linkedFile, MAX_ENTRIES, visitFiles } from "../../src/policy/inode-names.ts";
import { voteOnProtectedPaths } from "../../src/policy/protected-paths.ts";
import { realPathOrSelf } from "../../src/policy/real-path.ts";
import { compileRules } from "../../src/policy/rules.ts";
import { type CallSpec, call, context, read, remove, rule, short, write } from "./fixtures.ts";

let root = "";
let ws = "";
let home = "";

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "links-")));
  const made = root;
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  ws = join(root, "ws");
  home = join(root, "home");
  await mkdir(ws);
  await mkdir(home);
});

/** Writes a file and gives it further names. */
async function file(name: string, ...others: string[]): Promise<void> {
  for (const each of [name, ...others]) await mkdir(dirname(join(root, each)), { recursive: true });
  await writeFile(join(root, name), "content");
  for (const other of others) await link(join(root, name), join(root, other));
}

const here = () =>
  context({ cwd: ws, home, workingDirectories: [ws], ownDirectories: [join(ws, ".gauntlet")] });

function votes(rules: readonly string[], effects: NonNullable<CallSpec["effects"]>) {
  const sources = rules.map((text) => {
    const [behavior = "", ...rest] = text.split(" ");
    return rule(behavior as "deny", rest.join(" "), { anchor: ws });
  });
  const set = compileRules(sources, { cwd: ws, home, caseInsensitive: false, realPathOf: realPathOrSelf });
  return set.votes(call({ effects }), here());
}

describe("a file with several names", () => {
  it.each<[string, string, string[]]>([
    ["deny Read(./secrets/**)", "ws/secrets/key", ["deny 0"]],
    ["deny Read(/secrets/key)", "ws/secrets/key", ["deny 0"]],
    ["deny Read(.env)", "ws/deep/down/.env", ["deny 0"]],
    ["deny Read(**/*.pem)", "ws/a/b.pem", ["deny 0"]],
    ["ask Read(./secrets/**)", "ws/secrets/key", ["ask 0"]],
    ["deny Read(~/.ssh/**)", "home/.ssh/id", ["deny 0"]],
    ["deny Read(~/.ssh/id)", "home/.ssh/id", ["deny 0"]],
    ["deny Read(./secrets/**)", "ws/public/key", []],
    ["deny Edit(./secrets/**)", "ws/secrets/key", []],
    ["allow Read(./secrets/**)", "ws/secrets/key", []],
  ])("is bound by `%s` when another name is %s", async (text, name, expected) => {
    await file(name, "ws/copy.txt");
    expect(short(votes([text], [read(join(ws, "copy.txt"))]))).toEqual(expected);
  });

  it("is bound for writing and deleting by rules about either", async () => {
    await file("ws/secrets/key", "ws/copy.txt");
    const copy = join(ws, "copy.txt");
    const rules = ["deny Edit(./secrets/**)", "ask Read(./secrets/**)"];
    expect(short(votes(rules, [write(copy), remove(copy)]))).toEqual(["deny 0", "ask 0", "deny 1", "ask 1"]);
  });

  it("is bound by name and rule", async () => {
    await file("ws/secrets/key", "ws/copy.txt");
    expect(votes(["deny Read(./secrets/**)"], [read(join(ws, "copy.txt"))])).toMatchObject([
      {
        rule: "Read(./secrets/**)",
        why: "rule `Read(./secrets/**)` of project denies reading it by another name",
      },
    ]);
  });

  it("is followed through a link to one of its names", async () => {
    await file("ws/secrets/key", "ws/copy.txt");
    await symlink("copy.txt", join(ws, "link.txt"));
    const effect = read(join(ws, "link.txt"), { realPath: join(ws, "copy.txt") });
    expect(short(votes(["deny Read(./secrets/**)"], [effect]))).toEqual(["deny 0"]);
  });

  it("is found through a working directory that is spelled through a link", async () => {
    await file("ws/secrets/key", "ws/copy.txt");
    await symlink(ws, join(root, "way"));
    const env = { cwd: join(root, "way"), home, caseInsensitive: false, realPathOf: realPathOrSelf };
    const set = compileRules([rule("deny", "Read(./secrets/**)", { anchor: env.cwd })], env);
    expect(short(set.votes(call({ effects: [read(join(ws, "copy.txt"))] }), here()))).toEqual(["deny 0"]);
  });

  it("is asked about where too much would have to be searched", async () => {
    await file("ws/aaa/copy.txt", "elsewhere/other-name");
    for (let i = 0; i < 21; i += 1) {
      const directory = join(ws, `d${i}`);
      await mkdir(directory);
      await Promise.all(
        Array.from({ length: MAX_ENTRIES / 20 }, (_, n) => writeFile(join(directory, `f${n}`), "")),
      );
    }
    const [vote, ...more] = votes(["deny Read(.env)"], [read(join(ws, "aaa/copy.txt"))]);
    expect(more).toEqual([]);
    expect(vote).toMatchObject({
      behavior: "ask",
      source: "builtin",
      why: expect.stringContaining("2 names"),
    });
  }, 60_000);

  it("is no matter of concern when all its names are known", async () => {
    await file("ws/a.txt", "ws/b.txt");
    expect(votes(["deny Read(.env)"], [read(join(ws, "a.txt"))])).toEqual([]);
  });

  it("is left alone where package managers keep such files, unless a rule names the place", async () => {
    await file("ws/node_modules/p/.env", "ws/copy.txt");
    const copy = [read(join(ws, "copy.txt"))];
    expect(short(votes(["deny Read(.env)"], copy))).toEqual([]);
    expect(short(votes(["deny Read(/node_modules/p/.env)"], copy))).toEqual(["deny 0"]);
  });

  it.each(["deny Read(//**/id_rsa)", "ask Read(~/**/id_rsa)"])(
    "is asked about when `%s` is searched for in the working directory only",
    async (text) => {
      await file("home/.ssh/id_rsa", "home/ws/notes");
      await file("home/ws/a.txt", "home/ws/b.txt");
      await file("home/store/p.js", "home/ws/node_modules/p/p.js");
      const inHome = { ...here(), cwd: join(home, "ws"), workingDirectories: [join(home, "ws")] };
      const [behavior = "", ...rest] = text.split(" ");
      const sources = [rule(behavior as "deny", rest.join(" "), { anchor: inHome.cwd })];
      const set = compileRules(sources, { cwd: inHome.cwd, home, caseInsensitive: false });
      const votesOn = (name: string) =>
        short(set.votes(call({ effects: [read(join(home, "ws", name))] }), inHome));
      expect(["notes", "a.txt", "node_modules/p/p.js"].map(votesOn)).toEqual([["ask 0"], [], []]);
      const isLeftOut = (name: string) => set.isReadDenied(join(home, "ws", name), join(home, "ws", name));
      expect(["notes", "a.txt", "node_modules/p/p.js"].map(isLeftOut)).toEqual([true, false, false]);
    },
  );

  it("is left out of searches like its other name", async () => {
    await file("ws/secrets/key", "ws/copy.txt");
    await file("ws/a.txt", "ws/b.txt");
    await file("ws/plain.txt");
    const set = compileRules([rule("deny", "Read(./secrets/**)", { anchor: ws })], {
      cwd: ws,
      home,
      caseInsensitive: false,
    });
    const isDenied = (name: string): boolean => set.isReadDenied(join(ws, name), join(ws, name));
    expect(["secrets/key", "copy.txt", "a.txt", "plain.txt", "missing"].map(isDenied)).toEqual([
      ...[true, true, false, false, false],
    ]);
  });

  it("is left out of searches when a rule about one name is searched for in a narrowed place only", async () => {
    await file("ws/secrets/key", "elsewhere/key");
    await file("ws/a.txt", "elsewhere/a.txt");
    const rules = ["deny Read(//**/id_rsa)", "deny Read(./secrets/**)"];
    expect(votes(rules, [read(join(ws, "a.txt"))])).toEqual([
      {
        behavior: "ask",
        source: "builtin",
        voter: "rules",
        why: `\`${ws}/a.txt\` has 2 names, and not every place that rules deny could be searched for them`,
        effect: 0,
      },
    ]);
    const sources = rules.map((text) => rule("deny", text.slice(5), { anchor: ws }));
    const set = compileRules([...sources, rule("deny", "Read(/a.txt/x)", { anchor: ws })], {
      ...{ cwd: ws, home, caseInsensitive: false },
    });
    expect(set.isReadDenied(join(ws, "a.txt"), join(ws, "a.txt"))).toBe(true);
  });

  it("is asked about before it is written, even where package managers keep it", async () => {
    await file("ws/node_modules/p/p.js", "elsewhere/p.js");
    const place = join(ws, "node_modules/p/p.js");
    expect(short(votes(["deny Read(//**/id_rsa)"], [read(place), write(place)]))).toEqual(["ask 1"]);
  });

  it("is looked for once a second while a search goes on", async () => {
    await file("ws/secrets/key");
    await file("ws/copy.txt", "ws/more.txt");
    const clock = vi.spyOn(performance, "now").mockReturnValue(10_000);
    const set = compileRules([rule("deny", "Read(./secrets/**)", { anchor: ws })], {
      ...{ cwd: ws, home, caseInsensitive: false },
    });
    const isDenied = () => set.isReadDenied(join(ws, "copy.txt"), join(ws, "copy.txt"));
    expect(isDenied()).toBe(false);
    await rm(join(ws, "secrets/key"));
    await link(join(ws, "copy.txt"), join(ws, "secrets/key"));
    clock.mockReturnValue(11_000);
    expect(isDenied()).toBe(false);
    clock.mockReturnValue(11_001);
    expect(isDenied()).toBe(true);
  });

  it("is told from a file with one name", async () => {
    await file("ws/secrets/key");
    await file("ws/plain.txt");
    expect(votes(["deny Read(/secrets/key)"], [read(join(ws, "plain.txt"))])).toEqual([]);
    expect(linkedFile(join(ws, "plain.txt"))).toBeUndefined();
    expect(linkedFile(join(ws, "missing"))).toBeUndefined();
    expect(linkedFile(join(ws, "plain.txt/below"))).toBeUndefined();
    expect(linkedFile(join(ws, "n".repeat(256)))).toBeUndefined();
    expect(linkedFile(ws)).toBeUndefined();
    await symlink("loop", join(root, "loop"));
    expect(() => linkedFile(join(root, "loop"))).toThrow("ELOOP");
  });
});

describe("a protected file with another name", () => {
  const asks = (effects: NonNullable<CallSpec["effects"]>): string[] =>
    short(voteOnProtectedPaths(call({ effects }), here()));

  it.each(["ws/.git/hooks/pre-commit", "ws/sub/.mcp.json", "ws/.gauntlet/x.json", "home/.bashrc"])(
    "is asked about before it is written as such: %s",
    async (name) => {
      await file(name, "ws/copy.txt");
      expect(asks([write(join(ws, "copy.txt"))])).toEqual(["ask 0"]);
      expect(asks([remove(join(ws, "copy.txt"))])).toEqual([]);
      expect(asks([read(join(ws, "copy.txt"))])).toEqual([]);
    },
  );

  it("is asked about when not every place can be looked at and not every name is found", async () => {
    await symlink("loop", join(root, "loop"));
    await file("ws/c.txt", "elsewhere/c.txt");
    await file("ws/a.txt", "ws/b.txt");
    await file("ws/.mcp.json", "ws/d.txt", "elsewhere/d.txt");
    const at = { ...here(), workingDirectories: [join(root, "loop"), ws] };
    const reasons = (name: string) =>
      voteOnProtectedPaths(call({ effects: [write(join(ws, name))] }), at).map(({ why }) => why);
    expect(reasons("c.txt")).toEqual([`\`${ws}/c.txt\` has 2 names, and one of them may be protected`]);
    expect(reasons("a.txt")).toEqual([]);
    expect(reasons("d.txt")).toEqual(["`.mcp.json` is protected"]);
  });

  it("is told from other files with several names", async () => {
    await file("ws/a.txt", "ws/b.txt");
    await file("ws/c.txt", "elsewhere/c.txt");
    expect(asks([write(join(ws, "a.txt")), write(join(ws, "c.txt"))])).toEqual([]);
  });
});

describe("the search for names", () => {
  it("counts no name twice, whatever way leads to it", async () => {
    await file("ws/a/x", "ws/b/x", "outside/x");
    await symlink(ws, join(root, "way"));
    const found = linkedFile(join(ws, "a/x"));
    const { names, complete } = findNames(found ? [found] : [], [ws, join(root, "way"), join(ws, "a")]);
    expect([...names.values()].map((each) => [...each].sort())).toEqual([[join(ws, "a/x"), join(ws, "b/x")]]);
    expect(complete).toBe(true);
  });

  it("goes on past other files until every name is found, and no further", async () => {
    await file("ws/m", "ws/z");
    await file("ws/k", "ws/n");
    for (const name of ["a", "b", "c", "o", "p"]) await file(`ws/${name}`);
    await symlink("loop", join(root, "loop"));
    const found = linkedFile(join(ws, "m"));
    const search = (...roots: string[]) => findNames(found ? [found] : [], roots);
    expect([...search(ws).names.values()].map((each) => [...each].sort())).toEqual([
      [join(ws, "m"), join(ws, "z")],
    ]);
    const single = [join(ws, "m"), join(ws, "z")];
    expect(search(...single, join(root, "loop")).complete).toBe(true);
    expect(search(join(ws, "m"), join(root, "loop"), join(ws, "z"))).toEqual({
      ...search(...single),
      complete: false,
    });
  });

  it("shows every file once, without following links", async () => {
    await file("ws/a/x");
    await file("ws/b");
    await file("outside/y");
    await symlink(join(root, "outside"), join(ws, "a/out"));
    await symlink(join(root, "outside/y"), join(ws, "a/y"));
    const seen = (...roots: string[]) => {
      const paths: string[] = [];
      const complete = visitFiles(roots, (path) => paths.push(path) > 0);
      return { paths: paths.map((path) => path.slice(ws.length + 1)).sort(), complete };
    };
    const all = { paths: ["a/x", "b"], complete: true };
    expect(seen(ws)).toEqual(all);
    expect(seen(ws, ws, join(ws, "a"), join(ws, "b"))).toEqual(all);
    expect(seen(join(ws, "b"), ws)).toEqual(all);
    expect(seen(join(ws, "missing"), ws)).toEqual(all);
  });

  it("ends when the visitor says so", async () => {
    await file("ws/a");
    await file("ws/b");
    for (const roots of [[ws], [join(ws, "a"), join(ws, "b")]]) {
      const paths: string[] = [];
      visitFiles(roots, (path) => paths.push(path) < 1);
      expect(paths).toHaveLength(1);
    }
  });

  it("says when a place is closed to it", async () => {
    await file("ws/a", "outside/a");
    await file("ws/closed/b");
    await chmod(join(ws, "closed"), 0);
    const found = linkedFile(join(ws, "a"));
    const isRoot = process.getuid?.() === 0;
    expect(findNames(found ? [found] : [], [ws]).complete).toBe(isRoot);
    await chmod(join(ws, "closed"), 0o700);
  });
});
