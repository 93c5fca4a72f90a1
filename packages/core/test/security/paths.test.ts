import { describe, expect, it } from "vitest";
import type { Behavior } from "../../src/contract/decision.ts";
import { type Act, createMachine, type Machine } from "./world.ts";

type Row = readonly [title: string, machine: Machine, act: Act, expected: Behavior];

const check = (rows: readonly Row[]): void => {
  it.each(rows)("%s", async (_title, machine, act, expected) => {
    expect(await (await createMachine(machine)).decide(act)).toBe(expected);
  });
};

const PRIVATE = { files: ["ws/private/plan.md", "ws/src/a.ts"], rules: ["deny Read(./private/**)"] };
const EDITS = { mode: "acceptEdits" } as const;

describe("a way that climbs", () => {
  check([
    ["reaches what a rule denies", PRIVATE, "read ws/src/../private/plan.md", "deny"],
    ["is the same with doubled slashes and dots", PRIVATE, "read ws//./private///plan.md", "deny"],
    ["may climb and come back", PRIVATE, "read ws/private/../src/a.ts", "allow"],
    ["leaves the working directory", EDITS, "write ws/../note.txt", "ask"],
    ["leaves it by many steps", EDITS, "write ws/a/b/../../../../../../etc/cron.d/x", "ask"],
    ["comes back into it", EDITS, "write ws/../ws/note.txt", "allow"],
    ["reads nothing outside", {}, "read ws/../out/x", "ask"],
    ["searches nothing outside", {}, "search ws/..", "ask"],
    ["starts at home with a tilde", { rules: ["deny Read(~/.aws/**)"] }, "read ~/.aws/credentials", "deny"],
    ["does not take a tilde for home in the middle", {}, "read ws/~/notes", "allow"],
  ]);
});

describe("a name that only begins alike", () => {
  check([
    ["is not the working directory", EDITS, "write $ROOT/ws-copy/a.txt", "ask"],
    ["is not what an allow names", { rules: ["allow Edit(./lib/**)"] }, "write ws/library/a.ts", "ask"],
    ["is not the file an allow names", { rules: ["allow Edit(/lib/a.ts)"] }, "write ws/lib/a.ts.bak", "ask"],
    ["is not what a deny names", { rules: ["deny Read(./priv/**)"] }, "read ws/private/x", "allow"],
    [
      "is what it names, further down",
      { rules: ["allow Edit(./lib/**)"] },
      "write ws/lib/deep/a.ts",
      "allow",
    ],
  ]);
});

describe("a link", () => {
  const linked = { ...PRIVATE, links: { "ws/notes.md": "ws/private/plan.md", "ws/open": "ws/private" } };
  check([
    ["to a denied file is denied", linked, "read ws/notes.md", "deny"],
    ["to a denied directory is denied", linked, "read ws/open/plan.md", "deny"],
    ["to a denied directory is denied for new files", linked, "write ws/open/new.md", "deny"],
    [
      "in a denied place is denied, wherever it leads",
      { ...PRIVATE, links: { "ws/private/out": "ws/src/a.ts" } },
      "read ws/private/out",
      "deny",
    ],
    [
      "denied by its own name is denied",
      { files: ["ws/a"], links: { "ws/b": "ws/a" }, rules: ["deny Read(/b)"] },
      "read ws/b",
      "deny",
    ],
    [
      "out of the working directory takes writes with it",
      { ...EDITS, links: { "ws/dist": "out" } },
      "write ws/dist/new.js",
      "ask",
    ],
    ["and reads", { files: ["out/x"], links: { "ws/dist": "out" } }, "read ws/dist/x", "ask"],
    [
      "that leads nowhere counts as the place it would make",
      { ...EDITS, links: { "ws/new": "out/made" } },
      "write ws/new",
      "ask",
    ],
    [
      "out of an allowed directory is not allowed",
      { links: { "ws/lib": "out" }, rules: ["allow Edit(./lib/**)"] },
      "write ws/lib/a.ts",
      "ask",
    ],
    [
      "to a protected file is asked about",
      { ...EDITS, files: ["ws/.git/config"], links: { "ws/c": "ws/.git/config" } },
      "write ws/c",
      "ask",
    ],
    [
      "to the working directory is another name of it",
      { files: ["ws/src/a.ts"], links: { "out/alias": "ws" } },
      "read out/alias/src/a.ts",
      "allow",
    ],
    [
      "to the working directory hides nothing that is denied",
      { ...PRIVATE, links: { "out/alias": "ws" } },
      "read out/alias/private/plan.md",
      "deny",
    ],
    [
      "through the process's own root is followed",
      { ...PRIVATE, links: {} },
      "read /proc/self/root$ROOT/ws/private/plan.md",
      "deny",
    ],
  ]);

  it("that turns in a circle ends in no decision but an error, which denies", async () => {
    const machine = await createMachine({ links: { "ws/a": "ws/b", "ws/b": "ws/a" } });
    await expect(machine.decide("read ws/a")).rejects.toThrow();
  });
});

describe("a second name of a file", () => {
  const twice = { ...PRIVATE, hardLinks: { "ws/notes.md": "ws/private/plan.md" } };
  check([
    ["is denied as the first", twice, "read ws/notes.md", "deny"],
    ["is denied for writing", { ...twice, ...EDITS }, "write ws/notes.md", "deny"],
    ["is denied in every mode", { ...twice, mode: "bypassPermissions" }, "read ws/notes.md", "deny"],
    ["is free when neither name is denied", { ...twice, rules: [] }, "read ws/notes.md", "allow"],
    [
      "of a hook is asked about",
      { ...EDITS, files: ["ws/.git/hooks/pre-push"], hardLinks: { "ws/x.sh": "ws/.git/hooks/pre-push" } },
      "write ws/x.sh",
      "ask",
    ],
  ]);
});

describe("a file that others obey", () => {
  const PLACES: readonly string[] = [
    ...["ws/.git/hooks/post-merge", "ws/.git/config", "ws/.gitmodules", "ws/.husky/pre-push", "ws/.envrc"],
    ...["ws/.vscode/tasks.json", "ws/.idea/workspace.xml", "ws/.mcp.json", "ws/.claude/settings.json"],
    ...[
      "ws/.gauntlet/settings.local.json",
      "ws/gauntlet.config.ts",
      "ws/sub/gauntlet.config.json",
      "ws/.npmrc",
    ],
    ...["home/.bashrc", "home/.profile", "home/.zshenv", "home/.gitconfig", "home/.config/git/config"],
  ];
  check(
    PLACES.flatMap((path): Row[] => [
      [`asks with acceptEdits: ${path}`, EDITS, `write ${path}`, "ask"],
      [`asks with bypassPermissions: ${path}`, { mode: "bypassPermissions" }, `write ${path}`, "ask"],
      [
        `asks whatever is allowed: ${path}`,
        { rules: ["allow Write", "allow Edit(//**)"] },
        `write ${path}`,
        "ask",
      ],
      [`is never written unasked: ${path}`, { ...EDITS, headless: true }, `write ${path}`, "deny"],
    ]),
  );
  check([
    ["is told from its likes", EDITS, "write ws/.github/workflows/ci.yml", "allow"],
    ["is told from its likes by their endings", EDITS, "write ws/gauntlet.configs.md", "allow"],
    ["asks in other case as well", EDITS, "write ws/.Mcp.JSON", "ask"],
    ["asks with what cannot be seen in its name", EDITS, "write ws/.g\u200dit/config", "ask"],
    ["is asked about with the directory that holds it", { mode: "bypassPermissions" }, "delete ws", "ask"],
  ]);
});

describe("a mode", () => {
  const allowed = { rules: ["allow Edit(./src/**)"], files: ["ws/src/a.ts"] };
  check([
    ["plan changes nothing, whatever rules allow", { ...allowed, mode: "plan" }, "write ws/src/a.ts", "deny"],
    ["plan creates nothing", { mode: "plan" }, "write ws/new.txt", "deny"],
    ["plan removes nothing", { mode: "plan", rules: ["allow Remove"] }, "delete ws/src", "deny"],
    ["plan reads", { ...allowed, mode: "plan" }, "read ws/src/a.ts", "allow"],
    ["plan reads nothing outside unasked", { mode: "plan" }, "read out/x", "ask"],
    ["dontAsk denies what would be asked", { mode: "dontAsk" }, "write ws/a", "deny"],
    ["dontAsk allows what rules allow", { ...allowed, mode: "dontAsk" }, "write ws/src/a.ts", "allow"],
    ["acceptEdits stays in the working directory", EDITS, "write out/a", "ask"],
    ["acceptEdits lifts no ask", { ...EDITS, rules: ["ask Edit(*.lock)"] }, "write ws/y.lock", "ask"],
    [
      "bypassPermissions lifts no deny",
      { ...PRIVATE, mode: "bypassPermissions" },
      "read ws/private/plan.md",
      "deny",
    ],
    ["default asks before a write", {}, "write ws/a", "ask"],
  ]);
});

describe("a rule", () => {
  const env = { files: ["ws/api/.env.local"] };
  check([
    [
      "by pattern binds absolute paths",
      { ...env, rules: ["allow Read(**)", "deny Read(**/.env*)"] },
      "read ws/api/.env.local",
      "deny",
    ],
    [
      "on a bare name binds at any depth",
      { ...env, rules: ["deny Read(.env.local)"] },
      "read ws/api/.env.local",
      "deny",
    ],
    ["on reads binds writes", { ...env, rules: ["deny Read(.env.*)"] }, "write ws/api/.env.local", "deny"],
    [
      "on reads binds searches of one file",
      { ...PRIVATE, rules: ["deny Read(./private/**)", "allow Grep"] },
      "search ws/private/plan.md",
      "deny",
    ],
    ["on reads leaves searches around it to leave it out", PRIVATE, "search ws", "allow"],
    ["on reads asks for tools that leave nothing out", PRIVATE, "list ws", "ask"],
    ["on a directory binds the directory", PRIVATE, "list ws/private", "deny"],
    [
      "that allows never beats one that denies",
      { rules: ["deny Write", "allow Edit(//**)"] },
      "write ws/a",
      "deny",
    ],
    [
      "that allows never beats one that asks",
      { rules: ["ask Edit(*.ts)", "allow Edit(./src/**)"] },
      "write ws/src/a.ts",
      "ask",
    ],
    ["on an absolute path needs two slashes", { rules: ["deny Read(//dev/**)"] }, "read /dev/null", "deny"],
  ]);
});

describe("names without case", () => {
  const folded = { ...PRIVATE, caseInsensitive: true };
  check([
    ["are denied in any spelling", folded, "read ws/Private/PLAN.md", "deny"],
    [
      "are told apart where the volume does",
      { ...PRIVATE, caseInsensitive: false },
      "read ws/Private/PLAN.md",
      "allow",
    ],
    [
      "are allowed in any spelling",
      { caseInsensitive: true, rules: ["allow Edit(./lib/**)"] },
      "write ws/LIB/a",
      "allow",
    ],
    [
      "unite letters that share a capital",
      { caseInsensitive: true, rules: ["deny Read(./secrets/**)"] },
      "read ws/\u017fecrets/x",
      "deny",
    ],
  ]);
  check([
    [
      "and composed characters are one where the volume says so",
      { unicodeNormalizing: true, rules: ["deny Read(./caf\u00e9/**)"] },
      "read ws/cafe\u0301/x",
      "deny",
    ],
    [
      "and two where it does not",
      { unicodeNormalizing: false, rules: ["deny Read(./caf\u00e9/**)"] },
      "read ws/cafe\u0301/x",
      "allow",
    ],
  ]);
});

describe("a place that is no file", () => {
  check([
    ["of a process's memory is asked about", { rules: ["allow Read"] }, "read /proc/self/environ", "ask"],
    ["of another process as well", { rules: ["allow Read"] }, "read /proc/1/mem", "ask"],
    ["of open files is never read unasked", { headless: true }, "read /dev/fd/0", "deny"],
  ]);
});
