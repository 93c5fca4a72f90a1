import { readdir } from "node:fs/promises";
import type { Finding } from "@gauntlet/core";
import { describe, expect, test } from "vitest";
import { drawTree } from "../src/doctor/boot-tree.ts";
import { machineFindings } from "../src/doctor/machine-findings.ts";
import { modelFindings } from "../src/doctor/model-findings.ts";
import type { Section } from "../src/doctor/section.ts";
import { createPlace, type Place, run } from "./command.ts";

async function examine(place: Place, env: NodeJS.ProcessEnv = {}, ...args: readonly string[]) {
  const { code, stdout, stderr } = await run(place, ["doctor", "--json", ...args], { env });
  const { sections, boot } = JSON.parse(stdout) as { sections: readonly Section[]; boot: unknown };
  const of = (title: string): readonly Finding[] =>
    sections.find((section) => section.title === title)?.findings ?? [];
  return { code, stderr, stdout, of, boot };
}

const texts = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ about, state, text }) => `${state} ${about}: ${text}`);

const PLUGIN = `
const marked = (value, name) => Object.defineProperty(value, Symbol.for(name), { value: true });
export default marked({
  contract: 1, name: "acme", version: "1.2.3", tools: [],
  apply({ hooks, log }) { log.warn("no server"); hooks.validate.tap("look", () => undefined); },
  diagnose: () => [{ about: "server", state: "problem", text: "gives no answer", hint: "start it" }],
}, "gauntlet.plugin");
`;

describe("gauntlet doctor", () => {
  test("says what is configured, offered, needed and missing, and changes nothing", async () => {
    const place = await createPlace({
      "gauntlet.config.json":
        '{ "permissions": { "deny": ["Read(.env)", "NotebookEdit"], "allow": ["Write"] } }',
    });
    const { code, stderr, of } = await examine(place);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(texts(of("Machine"))).toContainEqual(expect.stringContaining(process.versions.node));
    expect(texts(of("Configuration"))).toEqual([
      `ok project: ${place.cwd}/gauntlet.config.json: 2 rules`,
      "ok mode: default",
      expect.stringMatching(/^notice ignored: `permissions.allow` in .* does not count: .* is not trusted/),
    ]);
    expect(of("Trust")).toEqual([expect.objectContaining({ hint: `run \`gauntlet trust ${place.cwd}\`` })]);
    expect(texts(of("Plugins"))).toContain("ok @gauntlet/tools-fs: built in, 6 tools");
    expect(texts(of("Tools"))).toContainEqual(
      "notice NotebookEdit: hidden: the rule `NotebookEdit` of project denies it",
    );
    expect(texts(of("What plugins need"))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^ok ripgrep \(@gauntlet\/tools-fs\): ripgrep \d+/),
        expect.stringMatching(/^ok shell \(@gauntlet\/tools-shell\): commands run with \//),
        expect.stringMatching(/^(ok|notice) sandbox \(@gauntlet\/tools-shell\): /),
      ]),
    );
    expect(texts(of("Model"))).toContainEqual(expect.stringContaining("no model is configured"));
    expect(await readdir(place.root)).toEqual(["work"]);
  });

  test("calls what was asked for and is not there a problem", async () => {
    const place = await createPlace({
      "gauntlet.config.json": JSON.stringify({
        plugins: ["./acme.mjs"],
        packs: { "@gauntlet/tools-shell": { sandbox: { enabled: true } } },
      }),
      "acme.mjs": PLUGIN,
    });
    await run(place, ["trust"]);
    const { code, stderr, of } = await examine(place, { PATH: "/nowhere" });
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(texts(of("Plugins"))).toEqual(
      expect.arrayContaining(["ok acme: project, 1.2.3, taps validate", "notice acme: says: no server"]),
    );
    expect(texts(of("What plugins need"))).toEqual(
      expect.arrayContaining([
        "problem server (acme): gives no answer",
        "problem shell (@gauntlet/tools-shell): commands cannot run: no absolute directory of PATH has bash",
        expect.stringMatching(/^problem sandbox \(@gauntlet\/tools-shell\): not available: /),
      ]),
    );
  });

  test.each([
    [
      "a broken configuration",
      '{ "permissions": { "deny": ["Read("] } }',
      "Configuration",
      "GNT_CONFIG_RULE",
    ],
    ["a plugin that is missing", '{ "plugins": ["./none.mjs"] }', "Configuration", "GNT_PLUGIN_LOAD"],
    [
      "a plugin that cannot be put together",
      '{ "plugins": ["./bad.mjs"] }',
      "Plugins",
      "plugin `bad` threw while it was applied: boom (GNT_PLUGIN_APPLY)",
    ],
  ])("tells of %s among everything else, and ends with 2", async (_, config, title, says) => {
    const place = await createPlace({
      "gauntlet.config.json": config,
      "bad.mjs": PLUGIN.replace('log.warn("no server");', 'throw new Error("boom");').replace(
        '"acme"',
        '"bad"',
      ),
    });
    await run(place, ["trust"]);
    const { code, of } = await examine(place);
    expect(code).toBe(2);
    expect(texts(of(title))).toContainEqual(expect.stringMatching(/^problem /));
    expect(texts(of(title)).join("\n")).toContain(says);
    expect(of("Machine").length).toBeGreaterThan(2);
  });

  test("lists command hooks, and marks the ones whose failure lets calls pass", async () => {
    const hook = (command: string, more: object = {}) => ({ hooks: [{ type: "command", command, ...more }] });
    const secret = "sk-ant-api03-aaaaaaaaaaaaaaaaaaaaaaaa";
    const hooks = {
      PreToolUse: [
        { matcher: "Bash", ...hook("./check.sh") },
        hook(`curl -H 'x-api-key: ${secret}'`, { onFailure: "continue" }),
      ],
      PostToolUse: [hook("./format.sh")],
      Stop: [{ hooks: [{ type: "http", url: `http://ada:pw@127.0.0.1:9/done?key=${secret}` }] }],
    };
    const place = await createPlace();
    const { of, stdout } = await examine(place, {}, "--settings", JSON.stringify({ hooks }));
    expect(texts(of("Command hooks"))).toEqual([
      "ok PreToolUse(Bash): runs `./check.sh`; when it fails, the call is denied (cli)",
      expect.stringMatching(
        /^notice PreToolUse: runs `curl .*calls go on as if it were not there \(`onFailure: continue`\)/,
      ),
      "ok PostToolUse: runs `./format.sh` (cli)",
      "ok Stop: runs http://127.0.0.1:9/done (cli)",
    ]);
    expect(stdout).not.toContain(secret);
  });

  test("never shows a key, a password or what follows a question mark", async () => {
    const place = await createPlace();
    const secret = "sk-ant-secret-000";
    const server = `http://ada:${secret}@127.0.0.1:9/v1?key=${secret}`;
    const { of, stdout } = await examine(place, { ANTHROPIC_API_KEY: secret, ANTHROPIC_BASE_URL: server });
    expect(texts(of("Model"))).toContain(
      "ok access: `ANTHROPIC_API_KEY` is set, server http://127.0.0.1:9/v1",
    );
    expect(stdout).not.toContain(secret);
  });

  test("--boot draws how it was put together, with what each step took", async () => {
    const place = await createPlace({
      "gauntlet.config.json": '{ "plugins": ["./acme.mjs"] }',
      "acme.mjs": PLUGIN,
    });
    await run(place, ["trust"]);
    const { stdout } = await run(place, ["doctor", "--boot"]);
    const tree = stdout.slice(stdout.indexOf("\ngauntlet ") + 1).replaceAll(/\d+\.\d ms/g, "N ms");
    expect(tree.trimEnd().split("\n")).toEqual(
      expect.arrayContaining([
        "gauntlet N ms",
        "├─ configuration read, plugins imported N ms",
        "│  └─ acme (./acme.mjs) N ms",
        "├─ plugins applied N ms",
        "│  ├─ @gauntlet/tools-fs (built in) N ms",
        "│  └─ acme (project) N ms",
        "│     └─ validate: look",
        "├─ session opened N ms",
        expect.stringMatching(/^│ {2}[├└]─ @gauntlet\/tools-shell: shell N ms$/),
        expect.stringMatching(/^└─ pool built, \d+ tools N ms$/),
      ]),
    );
  });
});

test("what a plugin warns of is told with every command, under its name; the rest only when it is asked for", async () => {
  const place = await createPlace({
    "gauntlet.config.json": '{ "plugins": ["./acme.mjs"] }',
    "acme.mjs": PLUGIN.replace('log.warn("no server");', 'log.warn("no\\nserver"); log.info("applied");'),
  });
  await run(place, ["trust"]);
  expect((await run(place, ["tools"])).stderr).toBe("gauntlet: acme: no\\nserver\n");
  const { stderr } = await run(place, ["tools"], { env: { GAUNTLET_DEBUG: "1" } });
  expect(stderr).toBe("gauntlet: acme: no\\nserver\ngauntlet: acme: applied\n");
});

test.each([
  ["18.20.0", "problem"],
  ["20.18.9", "problem"],
  ["20.19.0", "notice"],
  ["22.17.1", "notice"],
  ["22.18.0", "ok"],
  ["24.1.0", "ok"],
])("Node %s is %s", (version, state) => {
  expect(machineFindings(version, "linux").find(({ about }) => about === "node")?.state).toBe(state);
});

test("a server without a key is enough, and a key without a server as well", () => {
  const access = (env: Record<string, string>): Finding | undefined => modelFindings({}, env)[1];
  expect(access({ ANTHROPIC_BASE_URL: "http://127.0.0.1:1" })?.state).toBe("ok");
  expect(access({ ANTHROPIC_AUTH_TOKEN: "x" })?.state).toBe("ok");
  expect(access({})?.state).toBe("notice");
});

test("a tree shows where each step belongs", () => {
  const steps = [{ name: "b", ms: 1, steps: [{ name: "c" }, { name: "d", ms: 2.25 }] }, { name: "e" }];
  expect(drawTree({ name: "a", steps })).toEqual(["a", "├─ b 1.0 ms", "│  ├─ c", "│  └─ d 2.3 ms", "└─ e"]);
});
