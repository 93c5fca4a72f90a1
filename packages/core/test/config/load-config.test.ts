import { symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { GauntletConfig } from "../../src/config/config.ts";
import { createScratch, failure, pluginCode, type Scratch } from "./scratch.ts";

const PLACES = ["managed", "cli", "local", "project", "user"] as const;
type Place = (typeof PLACES)[number];

/** Writes one configuration for each place named, trusts the workspace and loads them all. */
async function loadFrom(scratch: Scratch, configs: Partial<Record<Place, GauntletConfig>>) {
  const files = {
    managed: "etc/managed.json",
    cli: "cli.json",
    local: "ws/.gauntlet/settings.local.json",
    project: "ws/gauntlet.config.json",
    user: "home/.config/gauntlet/settings.json",
  };
  for (const place of PLACES) if (configs[place]) await scratch.write(files[place], configs[place]);
  await scratch.trust();
  return scratch.load(configs.cli ? { settings: scratch.at(files.cli) } : {});
}

/** The same configuration in every place from the given one down, told apart by `of`. */
const fromHere = (strongest: Place, of: (place: Place) => GauntletConfig) =>
  Object.fromEntries(PLACES.slice(PLACES.indexOf(strongest)).map((place) => [place, of(place)]));

describe("merging the places", () => {
  it.each(PLACES)("takes single values from %s when nobody stronger speaks", async (strongest) => {
    const scratch = await createScratch();
    const maxTurns = (place: Place) => PLACES.indexOf(place) + 1;
    const loaded = await loadFrom(
      scratch,
      fromHere(strongest, (place) => ({
        profile: place,
        model: { name: place, baseURL: `http://127.0.0.1/${place}` },
        env: { PLACE: place, [`ONLY_${place}`]: "1" },
        limits: { maxTurns: maxTurns(place) },
        deferral: { share: maxTurns(place) / 10 },
        strict: place === strongest ? "off" : "fitting",
        permissions: { defaultMode: place === strongest ? "plan" : "acceptEdits" },
      })),
    );
    expect(loaded).toMatchObject({
      mode: "plan",
      profile: strongest,
      model: { name: strongest, baseURL: `http://127.0.0.1/${strongest}` },
      limits: { maxTurns: maxTurns(strongest) },
      deferral: { share: maxTurns(strongest) / 10 },
      strict: "off",
      env: { PLACE: strongest, ONLY_user: "1" },
    });
    expect(loaded.layers.map(({ source }) => source)).toEqual(PLACES.slice(PLACES.indexOf(strongest)));
  });

  it("merges members of objects one by one", async () => {
    const loaded = await loadFrom(await createScratch(), {
      managed: { model: { maxTokens: 1 }, limits: { maxTurns: 1 } },
      user: { model: { name: "m", maxTokens: 2 }, limits: { previewBytes: 2 } },
    });
    expect(loaded.model).toEqual({ name: "m", maxTokens: 1 });
    expect(loaded.limits).toEqual({ maxTurns: 1, previewBytes: 2 });
  });

  it("takes what is kept of sessions from managed, the command line and the person, member by member", async () => {
    const loaded = await loadFrom(await createScratch(), {
      managed: { sessions: { maxBytes: 1 } },
      cli: { sessions: { maxBytes: 2, retentionDays: 2 } },
      user: { sessions: { maxBytes: 3, retentionDays: 3 } },
    });
    expect(loaded.sessions).toEqual({ maxBytes: 1, retentionDays: 2 });
    expect(loaded.notices).toEqual([]);
  });

  it("lets no repository say what is kept of sessions, trusted as it may be, and says so", async () => {
    const sessions = { retentionDays: 1, maxBytes: 1 };
    const scratch = await createScratch();
    const loaded = await loadFrom(scratch, { local: { sessions }, project: { sessions } });
    expect(loaded.sessions).toEqual({});
    expect(loaded.notices).toEqual(
      [".gauntlet/settings.local.json", "gauntlet.config.json"].map(
        (file) =>
          `\`sessions\` in \`${scratch.at(`ws/${file}`)}\` does not count: a repository cannot delete or limit a person's sessions`,
      ),
    );
  });

  it("hides in results what any place but the repository names, and does so unless the strongest says no", async () => {
    const form = (name: string) => ({ name, starts: [`${name}_`], min: 20 });
    const loaded = await loadFrom(await createScratch(), {
      managed: { redaction: { enabled: true, forms: [form("org")] } },
      user: { redaction: { enabled: false, forms: [form("own")] } },
      project: { redaction: { enabled: false, forms: [form("all")] } },
    });
    expect(loaded.redaction).toEqual({ enabled: true, forms: [form("org"), form("own")] });
    expect(loaded.notices).toEqual([expect.stringMatching(/^`redaction` in .* does not count/)]);
  });

  it("unites rules and lists of every place", async () => {
    const loaded = await loadFrom(
      await createScratch(),
      fromHere("managed", (place) => ({
        permissions: { deny: ["Bash", `Read(${place})`] },
        trustEffects: ["@all/*", `@${place}/*`],
      })),
    );
    expect(loaded.rules).toHaveLength(10);
    expect(loaded.trustEffects).toEqual(["@all/*", ...PLACES.map((place) => `@${place}/*`)]);
  });

  it("resolves additional directories from the place that names them", async () => {
    const scratch = await createScratch();
    const directories = (...additionalDirectories: string[]) => ({ permissions: { additionalDirectories } });
    const loaded = await loadFrom(scratch, {
      user: directories("~/src", "~", "/abs", "~other"),
      project: directories("../sibling", "/abs"),
    });
    expect(loaded.additionalDirectories).toEqual([
      scratch.at("sibling"),
      "/abs",
      scratch.at("home/src"),
      scratch.home,
      scratch.at("home/.config/gauntlet/~other"),
    ]);
  });

  it.each<[string[] | undefined, string[] | undefined, string[] | undefined]>([
    [undefined, undefined, undefined],
    [["Read"], undefined, ["Read"]],
    [undefined, ["Read", "Edit"], ["Read", "Edit"]],
    [["Read", "Bash"], ["Bash", "Edit"], ["Bash"]],
    [["Read"], ["Bash"], []],
  ])("lets places only narrow the tools: %j and %j give %j", async (managed, project, expected) => {
    const loaded = await loadFrom(await createScratch(), {
      managed: managed ? { tools: managed } : {},
      project: project ? { tools: project } : {},
    });
    expect(loaded.tools).toEqual(expected);
  });

  it("puts flags above --settings and below the organization", async () => {
    const scratch = await createScratch();
    const settings = '{"permissions": {"defaultMode": "acceptEdits"}}';
    expect((await scratch.load({ settings, mode: "plan" })).mode).toBe("plan");
    await scratch.write("etc/managed.json", { permissions: { defaultMode: "dontAsk" } });
    expect((await scratch.load({ settings, mode: "plan" })).mode).toBe("dontAsk");
  });

  it("lets a later drop-in of the organization win over an earlier one and the base", async () => {
    const scratch = await createScratch();
    await scratch.write("etc/managed.json", { profile: "base" });
    await scratch.write("etc/managed.d/1.json", { profile: "first" });
    await scratch.write("etc/managed.d/2.json", { profile: "second" });
    const extra = await scratch.write("extra.json", { profile: "extra", limits: { maxTurns: 1 } });
    const loaded = await scratch.load({ env: { GAUNTLET_MANAGED: extra } });
    expect(loaded).toMatchObject({ profile: "second", limits: { maxTurns: 1 } });
  });

  it("has nothing to say about no hooks", async () => {
    const loaded = await loadFrom(await createScratch(), { user: { hooks: {} } });
    expect(loaded.notices).toEqual([]);
  });
});

it.each<[Place, boolean]>([
  ["managed", true],
  ["cli", true],
  ["local", false],
  ["project", false],
  ["user", false],
])("a mode of %s holds for sessions that had another: %s", async (place, isFixed) => {
  const loaded = await loadFrom(await createScratch(), {
    [place]: { permissions: { defaultMode: "acceptEdits" } },
  });
  expect([loaded.mode, loaded.modeIsFixed]).toEqual(["acceptEdits", isFixed]);
});

it("unites options of packs, the strongest place first, and leaves out those of places whose rules do not count", async () => {
  const places = {
    user: { packs: { a: { one: 1, two: 1 }, b: { three: 1 } } },
    project: { packs: { a: { one: 2 } } },
    cli: { packs: { a: { two: 3 } } },
  };
  expect((await loadFrom(await createScratch(), places)).packs).toEqual({
    a: { one: 2, two: 3 },
    b: { three: 1 },
  });
  const managed = { allowManagedPermissionRulesOnly: true, packs: { b: { three: 4 } } };
  expect((await loadFrom(await createScratch(), { ...places, managed })).packs).toEqual({ b: { three: 4 } });
});

describe("the mode bypassPermissions", () => {
  const bypass: GauntletConfig = { permissions: { defaultMode: "bypassPermissions" } };
  const forbid: GauntletConfig = { permissions: { disableBypassPermissionsMode: "disable" } };

  it.each<[Place, string | undefined]>([
    ["managed", "bypassPermissions"],
    ["cli", "bypassPermissions"],
    ["local", undefined],
    ["project", undefined],
    ["user", "bypassPermissions"],
  ])("wanted by %s gives %s", async (place, mode) => {
    const loaded = await loadFrom(await createScratch(), { [place]: bypass });
    expect(loaded.mode).toBe(mode);
    expect(loaded.bypassDisabled).toBe(false);
    expect(loaded.notices).toHaveLength(mode === undefined ? 1 : 0);
  });

  it("of a repository leaves the choice to the next place", async () => {
    const scratch = await createScratch();
    const loaded = await loadFrom(scratch, {
      project: bypass,
      user: { permissions: { defaultMode: "plan" } },
    });
    expect(loaded.mode).toBe("plan");
    expect(loaded.notices).toEqual([
      `mode \`bypassPermissions\` in \`${scratch.at("ws/gauntlet.config.json")}\` does not count: a repository cannot choose it`,
    ]);
  });

  it.each<Place>(["cli", "local", "project", "user"])(
    "of %s is refused when the organization forbids it",
    async (place) => {
      const scratch = await createScratch();
      const { code, message } = await failure(loadFrom(scratch, { managed: forbid, [place]: bypass }));
      expect(code).toBe("GNT_CONFIG_INVALID");
      expect(message).toContain(`is forbidden by \`${scratch.at("etc/managed.json")}\``);
    },
  );

  it("as a flag is refused when the organization forbids it", async () => {
    const scratch = await createScratch();
    await scratch.write("etc/managed.json", forbid);
    expect((await failure(scratch.load({ mode: "bypassPermissions" }))).message).toBe(
      `mode \`bypassPermissions\` of \`the command line\` is forbidden by \`${scratch.at("etc/managed.json")}\``,
    );
    expect(await scratch.load({ mode: "plan" })).toMatchObject({ mode: "plan", bypassDisabled: true });
  });
});

describe("loading everything", () => {
  it("works without any configuration", async () => {
    const scratch = await createScratch();
    expect(await scratch.load()).toEqual({
      layers: [],
      rules: [],
      policies: [],
      managedRulesOnly: false,
      hooks: { hooks: [], allowedUrls: [], allowedEnvVars: [] },
      plugins: [],
      pluginSources: new Map(),
      pluginLoads: [],
      modeIsFixed: false,
      packs: {},
      mcpServers: [],
      bypassDisabled: false,
      model: {},
      limits: {},
      deferral: {},
      sessions: {},
      redaction: { forms: [] },
      env: {},
      trustEffects: [],
      additionalDirectories: [],
      notices: [],
      trusted: false,
      configFiles: [],
      extendedFiles: [],
      projectRoot: scratch.ws,
    });
  });

  it("keeps trust in the default state directory when none is given", async () => {
    const scratch = await createScratch();
    await scratch.trust();
    const options = { cwd: scratch.ws, home: scratch.home, managedDirectory: scratch.system };
    const { loadConfig } = await import("../../src/config/load-config.ts");
    expect((await loadConfig({ ...options, env: { GAUNTLET_HOME: scratch.state } })).trusted).toBe(true);
    expect((await loadConfig({ ...options, env: {} })).trusted).toBe(false);
  });

  it("follows links of the working directory to the real project", async () => {
    const scratch = await createScratch();
    const file = await scratch.write("ws/gauntlet.config.json", { permissions: { deny: ["Bash"] } });
    await symlink(scratch.ws, scratch.at("link"));
    expect((await scratch.load({ cwd: scratch.at("link") })).configFiles).toEqual([file]);
  });

  it("refuses a working directory that does not exist", async () => {
    const scratch = await createScratch();
    expect((await failure(scratch.load({ cwd: scratch.at("none") }))).code).toBe("GNT_CONFIG_READ");
  });

  it("loads a plugin once that two places list, and refuses two plugins of one name", async () => {
    const scratch = await createScratch();
    const one = await scratch.write("one.mjs", `${pluginCode("same")}export default plugin;`);
    const two = await scratch.write("two.mjs", `${pluginCode("same")}export default plugin;`);
    const loaded = await loadFrom(scratch, { user: { plugins: [one] }, project: { plugins: [one] } });
    expect(loaded.plugins.map(({ name }) => name)).toEqual(["same"]);
    expect(loaded.pluginSources.get("same")).toBe("user");
    expect(
      await failure(loadFrom(scratch, { user: { plugins: [one] }, project: { plugins: [two] } })),
    ).toMatchObject({
      code: "GNT_PLUGIN_NAME",
      message: "two plugins are named `same`",
    });
  });

  it("stops when a plugin throws while it loads", async () => {
    const scratch = await createScratch();
    const config = { plugins: ["./p.mjs"] };
    await scratch.write("ws/p.mjs", 'throw new Error("no license");');
    expect(await failure(loadFrom(scratch, { project: config }))).toMatchObject({
      code: "GNT_PLUGIN_LOAD",
      message: "plugin `./p.mjs` cannot be loaded: `no license`",
    });
  });

  it("runs no plugin when the mode is forbidden", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/p.mjs", "globalThis.ranUnderForbiddenMode = true;");
    const user: GauntletConfig = { permissions: { defaultMode: "bypassPermissions" } };
    const managed: GauntletConfig = { permissions: { disableBypassPermissionsMode: "disable" } };
    await failure(loadFrom(scratch, { managed, user, project: { plugins: ["./p.mjs"] } }));
    expect("ranUnderForbiddenMode" in globalThis).toBe(false);
  });
});
