import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Type } from "typebox";
import { onTestFinished } from "vitest";
import type { Behavior, Mode } from "../../src/contract/decision.ts";
import type { Effect } from "../../src/contract/effect.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { isCaseInsensitive, isUnicodeNormalizing } from "../../src/policy/case-sensitivity.ts";
import { combine } from "../../src/policy/combine.ts";
import { locateEffects } from "../../src/policy/locate-effects.ts";
import type { RuleSource } from "../../src/policy/policy.ts";
import { realPathOrSelf } from "../../src/policy/real-path.ts";
import { compileRules } from "../../src/policy/rules.ts";
import { BUILTIN_VOTERS, collectVotes, rulesVoter } from "../../src/policy/voters.ts";
import { absolutePath } from "../../src/policy/windows-path.ts";
import { defineTool } from "../../src/tool/define-tool.ts";

/** What lies on the machine, and how it is asked; paths start with `ws/`, `out/` or `home/`. */
export interface Machine {
  readonly files?: readonly string[];
  /** New name to what it points at; a target that starts with `=` is used as it stands. */
  readonly links?: Readonly<Record<string, string>>;
  readonly hardLinks?: Readonly<Record<string, string>>;
  readonly rules?: readonly string[];
  readonly mode?: Mode;
  readonly headless?: boolean;
  readonly caseInsensitive?: boolean;
  readonly unicodeNormalizing?: boolean;
}

/** One thing a call does: `read ws/a.txt`, `write ~/x`, `search ws` (a tree, by a tool that honors read rules). */
export type Act = `${"read" | "write" | "delete" | "search" | "list"} ${string}`;

/** A machine in a temporary directory, removed after the test. */
export async function createMachine(
  machine: Machine,
): Promise<{ readonly root: string; decide(act: Act): Promise<Behavior> }> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-security-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const at = (path: string): string => join(root, path);
  for (const directory of ["ws", "out", "home"]) await mkdir(at(directory));
  for (const file of machine.files ?? []) {
    await mkdir(dirname(at(file)), { recursive: true });
    await writeFile(at(file), "content");
  }
  for (const [name, target] of Object.entries(machine.links ?? {}))
    await symlink(target.startsWith("=") ? target.slice(1) : at(target), at(name));
  for (const [name, target] of Object.entries(machine.hardLinks ?? {})) await link(at(target), at(name));
  return { root, decide: async (act) => decide(act, { machine, root }) };
}

const KINDS = { read: "read", write: "write", delete: "delete", search: "read", list: "read" } as const;

async function decide(act: Act, { machine, root }: { machine: Machine; root: string }): Promise<Behavior> {
  const [verb = "", ...rest] = act.split(" ");
  const [cwd, home] = [join(root, "ws"), join(root, "home")];
  const given = rest.join(" ").replaceAll("$ROOT", root);
  const path = absolutePath(/^(ws|out|home)(?![^/\\])/.test(given) ? `${root}/${given}` : given, {
    cwd,
    home,
  });
  const kind = KINDS[verb as keyof typeof KINDS];
  const tree = verb === "search" || verb === "list" ? { tree: true } : {};
  const mode = machine.mode ?? "default";
  const rules = compileRules(
    (machine.rules ?? []).map((text) => ruleOf(text, cwd)),
    {
      cwd,
      home,
      caseInsensitive: machine.caseInsensitive ?? isCaseInsensitive(cwd),
      unicodeNormalizing: machine.unicodeNormalizing ?? isUnicodeNormalizing(),
      realPathOf: realPathOrSelf,
    },
  );
  const effects = await locateEffects([{ kind, path, ...tree } satisfies Effect]);
  const votes = collectVotes(
    [rulesVoter(rules), ...BUILTIN_VOTERS],
    { tool: probe(verb), plugin: "@gauntlet/probe", input: {}, effects },
    {
      mode,
      cwd,
      home,
      workingDirectories: [cwd],
      resultsDirectories: [join(home, ".state/results")],
      ownDirectories: [join(home, ".state"), join(cwd, ".gauntlet")],
      trustEffects: ["@gauntlet/*"],
    },
  );
  return combine({ votes, effectCount: effects.length, mode, headless: machine.headless ?? false }).effective;
}

function ruleOf(text: string, anchor: string): RuleSource {
  const [behavior = "", ...rest] = text.split(" ");
  return { behavior: behavior as Behavior, text: rest.join(" "), source: "cli", anchor };
}

const TOOL_NAMES: Readonly<Record<string, string>> = {
  read: "Read",
  write: "Write",
  delete: "Remove",
  search: "Grep",
  list: "List",
};

const probe = (verb: string): Tool =>
  defineTool({
    name: TOOL_NAMES[verb] ?? verb,
    description: "touches one path",
    input: Type.Object({}),
    isReadOnly: verb !== "write" && verb !== "delete",
    honorsReadDenies: verb === "search",
    execute: () => "",
  }) as Tool;
