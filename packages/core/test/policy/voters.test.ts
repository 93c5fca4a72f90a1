import { describe, expect, it } from "vitest";
import type { Mode, Vote } from "../../src/contract/decision.ts";
import { voteBuiltinAllows } from "../../src/policy/builtin-allows.ts";
import { voteByMode } from "../../src/policy/modes.ts";
import type { PolicyContext, Voter } from "../../src/policy/policy.ts";
import { compileRules, type RuleSet } from "../../src/policy/rules.ts";
import { BUILTIN_VOTERS, collectVotes, rulesVoter } from "../../src/policy/voters.ts";
import {
  type CallSpec,
  CWD,
  call,
  connect,
  context,
  ENV,
  exec,
  opaque,
  read,
  remove,
  short,
  write,
} from "./fixtures.ts";

type Row = [string, CallSpec, string[]];
const tree = { tree: true } as const;
const state = { kind: "state", slot: "a/b", access: "write" } as const;
const person = { kind: "person" } as const;
const unknown = { kind: "unknown" } as const;

const inMode = (mode: Mode, spec: CallSpec, change: Partial<PolicyContext> = {}) =>
  short(voteByMode(call(spec), context({ mode, ...change })));

describe("mode plan", () => {
  it.each<Row>([
    ["writes", { effects: [write(`${CWD}/a`)] }, ["deny 0"]],
    ["deletions", { effects: [remove(`${CWD}/a`)] }, ["deny 0"]],
    ["commands", { effects: [exec("ls")] }, ["deny 0"]],
    ["connections", { effects: [connect("x.test")] }, ["deny 0"]],
    ["unknown effects", { effects: [unknown] }, ["deny 0"]],
    ["commands that cannot be analyzed", { effects: [opaque("x")] }, ["deny 0"]],
    ["reads", { effects: [read(`${CWD}/a`)] }, []],
    ["session state", { effects: [state] }, []],
    ["questions to the person", { effects: [person] }, []],
    ["each bad effect alone", { effects: [read("/a"), write("/a"), state, exec("x")] }, ["deny 1", "deny 3"]],
    [
      "what a trusted tool says only reads",
      { flags: { isReadOnly: true }, effects: [exec("ls"), connect("x"), unknown] },
      [],
    ],
    [
      "writes, even if the tool says it only reads",
      { flags: { isReadOnly: true }, effects: [write("/a"), remove("/a"), opaque("x")] },
      ["deny 0", "deny 1", "deny 2"],
    ],
    [
      "what an untrusted tool says only reads",
      { plugin: "acme", flags: { isReadOnly: true }, effects: [unknown] },
      ["deny 0"],
    ],
    [
      "commands of which a trusted tool lists only reads",
      { effects: [exec("cat a", { complete: true }), read("/a", { command: 0 })] },
      [],
    ],
    [
      "commands of which an untrusted tool lists only reads",
      { plugin: "acme", effects: [exec("cat a", { complete: true }), read("/a", { command: 0 })] },
      ["deny 0"],
    ],
    [
      "commands of which not all is listed",
      { effects: [exec("cat a"), read("/a", { command: 0 })] },
      ["deny 0"],
    ],
    [
      "commands that do more than read",
      {
        effects: [
          exec("x", { complete: true }),
          read("/a", { command: 0 }),
          connect("x.test", { command: 0 }),
        ],
      },
      ["deny 0", "deny 2"],
    ],
    [
      "commands beside others that only read",
      {
        effects: [
          exec("x", { complete: true }),
          connect("x.test", { command: 0 }),
          exec("y", { complete: true }),
        ],
      },
      ["deny 0", "deny 1"],
    ],
  ])("and %s", (_, spec, votes) => {
    expect(inMode("plan", spec)).toEqual(votes);
  });
});

describe("mode acceptEdits", () => {
  it.each<Row>([
    ["writes in the working directory", { effects: [write(`${CWD}/a/b`)] }, ["allow 0"]],
    ["deletions in the working directory", { effects: [remove(`${CWD}/a`, tree)] }, ["allow 0"]],
    ["the working directory itself", { effects: [remove(CWD, tree)] }, []],
    ["writes anywhere in the working directory", { effects: [write(CWD, tree)] }, ["allow 0"]],
    [
      "commands that only handle files",
      { effects: [exec("mv", { complete: true }), write(`${CWD}/a`, { command: 0 })] },
      ["allow 0", "allow 1"],
    ],
    [
      "commands that do more than handle files",
      {
        effects: [
          ...[exec("x", { complete: true }), read("/a", { command: 0 })],
          ...[connect("x.test", { command: 0 }), exec("y"), read("/b", { command: 3 })],
        ],
      },
      [],
    ],
    [
      "files that a command beside handles",
      { effects: [exec("x", { complete: true }), exec("y"), connect("x.test", { command: 1 })] },
      ["allow 0"],
    ],
    ["a sibling whose name begins the same", { effects: [write("/srv/ws-evil/f")] }, []],
    ["a path that climbs out", { effects: [write(`${CWD}/../x`)] }, []],
    ["a link that leads out", { effects: [write(`${CWD}/a`, { realPath: "/out/a" })] }, []],
    ["a link that leads in", { effects: [remove("/out/a", { realPath: `${CWD}/a` })] }, []],
    ["reads", { effects: [read(`${CWD}/a`)] }, []],
    ["commands", { effects: [exec("ls")] }, []],
    ["untrusted tools", { plugin: "acme", effects: [write(`${CWD}/a`)] }, []],
  ])("and %s", (_, spec, votes) => {
    expect(inMode("acceptEdits", spec)).toEqual(votes);
  });

  it("covers added directories and a working directory opened through a link", () => {
    const change = { cwd: "/link/ws", workingDirectories: [CWD, "/added"] };
    expect(inMode("acceptEdits", { effects: [write("/added/a")] }, change)).toEqual(["allow 0"]);
    const linked = write("/link/ws/a", { realPath: `${CWD}/a` });
    expect(inMode("acceptEdits", { effects: [linked] }, change)).toEqual(["allow 0"]);
    expect(inMode("acceptEdits", { effects: [write("/link/ws/a", { realPath: "/etc/a" })] }, change)).toEqual(
      [],
    );
  });
});

describe("the votes of a mode", () => {
  it.each<[Mode, CallSpec, string]>([
    ["plan", { effects: [unknown] }, "mode `plan` changes nothing"],
    ["bypassPermissions", {}, "mode `bypassPermissions` allows what nothing else stops"],
    [
      "acceptEdits",
      { effects: [write(`${CWD}/a`)] },
      "mode `acceptEdits` allows edits in the working directories",
    ],
    ["acceptEdits", { effects: [exec("mv", { complete: true })] }, "the command only handles files"],
  ])("say why: %s", (mode, spec, why) => {
    expect(voteByMode(call(spec), context({ mode }))).toMatchObject([
      { source: "mode", voter: "modes", why },
    ]);
  });
});

describe("other modes", () => {
  it("bypassPermissions allows the call", () => {
    expect(inMode("bypassPermissions", { plugin: "acme", effects: [unknown] })).toEqual(["allow call"]);
  });

  it.each<Mode>(["default", "dontAsk"])("%s has no opinion", (mode) => {
    expect(inMode(mode, { effects: [write(`${CWD}/a`), exec("x"), unknown] })).toEqual([]);
  });
});

describe("built-in allows", () => {
  it.each<Row>([
    ["reads in the working directory", { effects: [read(`${CWD}/a`)] }, ["allow 0"]],
    ["searches of the working directory", { effects: [read(CWD, tree)] }, ["allow 0"]],
    ["reads elsewhere", { effects: [read("/etc/hosts")] }, []],
    ["searches of a directory above", { effects: [read("/srv", tree)] }, []],
    ["a sibling whose name begins the same", { effects: [read("/srv/ws-evil/f")] }, []],
    ["a link that leads out", { effects: [read(`${CWD}/a`, { realPath: "/etc/hosts" })] }, []],
    ["a link that leads in", { effects: [read("/tmp/a", { realPath: `${CWD}/a` })] }, []],
    [
      "results of this session",
      { effects: [read("/home/ada/.gauntlet/sessions/s1/results/r.txt")] },
      ["allow 0"],
    ],
    ["other parts of the session", { effects: [read("/home/ada/.gauntlet/sessions/s1/journal")] }, []],
    ["writes", { effects: [write(`${CWD}/a`)] }, []],
    [
      "commands of which only reads are listed",
      { effects: [exec("cat", { complete: true }), read("/etc/hosts", { command: 0 })] },
      ["allow 0"],
    ],
    ["session state", { effects: [state] }, ["allow 0"]],
    ["questions to the person", { effects: [person] }, ["allow 0"]],
    ["nothing at all", { effects: [] }, ["allow call"]],
    ["unknown effects", { effects: [unknown] }, []],
    ["commands and connections", { effects: [exec("ls"), connect("x"), opaque("x")] }, []],
    [
      "untrusted tools that claim to read",
      { plugin: "acme", effects: [read(`${CWD}/a`), state, person] },
      [],
    ],
    ["untrusted tools that claim to touch nothing", { plugin: "acme", effects: [] }, []],
    ["plugins that another pattern trusts", { plugin: "acme-tools", effects: [] }, ["allow call"]],
    ["plugins whose name only begins like a trusted one", { plugin: "@gauntletx/a", effects: [] }, []],
  ])("and %s", (_, spec, votes) => {
    const at = context({ trustEffects: ["@gauntlet/*", "acme-*"] });
    expect(short(voteBuiltinAllows(call(spec), at))).toEqual(votes);
  });

  it.each<[string, CallSpec, string]>([
    ["nothing at all", { effects: [] }, "the call touches nothing"],
    ["session state", { effects: [state] }, "session state is the session's own"],
    ["a question", { effects: [person] }, "the person is asked by the call itself"],
    ["a command", { effects: [exec("ls", { complete: true })] }, "the command only reads"],
    ["a read", { effects: [read(`${CWD}/a`)] }, "it reads inside the working directories"],
    [
      "a result",
      { effects: [read("/home/ada/.gauntlet/sessions/s1/results/r.txt")] },
      "it reads results of this session",
    ],
  ])("say why: %s", (_, spec, why) => {
    expect(voteBuiltinAllows(call(spec), context())).toMatchObject([
      { source: "builtin", voter: "builtin-allows", why },
    ]);
  });

  it("covers the results of every session this one was forked from", () => {
    const at = context({ resultsDirectories: ["/own/s1/results", "/own/s0/results"] });
    const votes = voteBuiltinAllows(
      call({ effects: [read("/own/s0/results/r"), read("/own/s2/results/r")] }),
      at,
    );
    expect(short(votes)).toEqual(["allow 0"]);
  });

  it("covers a working directory opened through a link", () => {
    const effects = [read("/link/ws/a", { realPath: `${CWD}/a` })];
    expect(short(voteBuiltinAllows(call({ effects }), context({ cwd: "/link/ws" })))).toEqual(["allow 0"]);
  });
});

describe("collectVotes", () => {
  const run = (vote: unknown): readonly Vote[] =>
    collectVotes([{ name: "acme", vote: vote as Voter }], call({ effects: [read("/a")] }), context());

  it("names the rules when they fail", () => {
    const rules = compileRules([], ENV);
    const broken: RuleSet = {
      ...rules,
      votes: () => {
        throw new Error("no");
      },
    };
    expect(collectVotes([rulesVoter(broken)], call({}), context())).toMatchObject([
      { behavior: "deny", voter: "rules" },
    ]);
  });

  it("keeps the votes of all voters in their order", () => {
    const votes = collectVotes(
      BUILTIN_VOTERS,
      call({ effects: [write(`${CWD}/.git/x`)] }),
      context({ mode: "plan" }),
    );
    expect(votes.map(({ voter, behavior }) => `${voter} ${behavior}`)).toEqual([
      "modes deny",
      "protected-paths ask",
    ]);
    expect(BUILTIN_VOTERS.map(({ name }) => name)).toEqual(["modes", "protected-paths", "builtin-allows"]);
  });

  it.each<[string, unknown, string]>([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
      "the check `acme` failed: boom",
    ],
    ["is no function", "vote", "the check `acme` failed: vote is not a function"],
    ["answers later", async () => [], "the check `acme` did not answer with a list of votes"],
    ["answers nothing", () => undefined, "the check `acme` did not answer with a list of votes"],
    [
      "answers one vote",
      () => ({ behavior: "allow" }),
      "the check `acme` did not answer with a list of votes",
    ],
  ])("denies in the name of a voter that %s", (_, vote, why) => {
    expect(run(vote)).toEqual([{ behavior: "deny", source: "builtin", voter: "acme", why }]);
  });

  it("denies for a vote that is none and keeps the others", () => {
    const good: Vote = { behavior: "allow", source: "plugin", voter: "acme", why: "fine", effect: 0 };
    expect(short(run(() => [good, { ...good, effect: 1 }, { ...good, behavior: "yes" }]))).toEqual([
      "allow 0",
      "deny call",
      "deny call",
    ]);
    expect(short(run(() => new Array(1)))).toEqual(["deny call"]);
  });
});
