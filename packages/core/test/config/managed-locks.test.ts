import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GauntletConfig } from "../../src/config/config.ts";
import { createLayer } from "../../src/config/layer.ts";
import { readLocks } from "../../src/config/managed-locks.ts";
import { mergeLayers } from "../../src/config/merge-layers.ts";
import { createScratch, failure, type Scratch } from "./scratch.ts";

const OTHERS = {
  cli: "cli.json",
  local: "ws/.gauntlet/settings.local.json",
  project: "ws/gauntlet.config.json",
  user: "home/.config/gauntlet/settings.json",
} as const;
type Other = keyof typeof OTHERS;
const NAMES = Object.keys(OTHERS) as Other[];

async function load(
  scratch: Scratch,
  managed: GauntletConfig,
  others: Partial<Record<Other, GauntletConfig>> = {},
) {
  await scratch.write("etc/managed.json", managed);
  for (const name of NAMES) if (others[name]) await scratch.write(OTHERS[name], others[name]);
  await scratch.trust();
  return scratch.load(others.cli ? { settings: scratch.at(OTHERS.cli) } : {});
}

const everywhere = (config: GauntletConfig) => Object.fromEntries(NAMES.map((name) => [name, config]));

describe("allowManagedPermissionRulesOnly", () => {
  const lock: GauntletConfig = { allowManagedPermissionRulesOnly: true };
  const org: GauntletConfig = {
    ...lock,
    permissions: { deny: ["Read(.env)"], allow: ["Bash(ls)"] },
    trustEffects: ["@org/*"],
  };

  it("leaves the rules and trusted claims of the organization alone standing, and says so", async () => {
    const scratch = await createScratch();
    const others = everywhere({
      permissions: { allow: ["Bash"], ask: ["Read"], additionalDirectories: ["/"] },
      trustEffects: ["*"],
    });
    const loaded = await load(scratch, org, others);
    expect(loaded.managedRulesOnly).toBe(true);
    expect(loaded.rules.map(({ text, source }) => [text, source])).toEqual([
      ["Bash(ls)", "managed"],
      ["Read(.env)", "managed"],
    ]);
    expect(loaded.trustEffects).toEqual(["@org/*"]);
    expect(loaded.additionalDirectories).toEqual([]);
    const lockFile = scratch.at("etc/managed.json");
    expect([...loaded.notices].sort()).toEqual(
      NAMES.map(
        (name) =>
          `rules, \`trustEffects\`, \`additionalDirectories\` of \`${scratch.at(OTHERS[name])}\` do not count: \`${lockFile}\` allows managed rules only`,
      ).sort(),
    );
  });

  it("leaves rules given by flags out as well", async () => {
    const scratch = await createScratch();
    await scratch.write("etc/managed.json", org);
    const loaded = await scratch.load({ cliRules: [{ behavior: "allow", text: "Bash" }] });
    expect(loaded.rules.map(({ source }) => source)).toEqual(["managed", "managed"]);
    expect(loaded.notices).toEqual([expect.stringContaining("rules of `the command line` do not count")]);
  });

  it("runs no policy of others, and counts what the organization extends", async () => {
    const scratch = await createScratch();
    await scratch.write("etc/base.json", { permissions: { deny: ["Bash(x)"] } });
    await scratch.write("ws/p.mjs", "globalThis.ranLockedPolicy = true;");
    const loaded = await load(
      scratch,
      { ...lock, extends: ["./base.json"] },
      { project: { extends: ["./p.mjs"] } },
    );
    expect(loaded.rules.map(({ text, source }) => [text, source])).toEqual([["Bash(x)", "managed"]]);
    expect(loaded.notices).toEqual([expect.stringContaining("`extends` of")]);
    expect("ranLockedPolicy" in globalThis).toBe(false);
  });

  it("locks from any managed file and cannot be taken back by another", async () => {
    const scratch = await createScratch();
    await scratch.write("etc/managed.d/9.json", { allowManagedPermissionRulesOnly: false });
    expect((await load(scratch, lock)).managedRulesOnly).toBe(true);
  });

  it("of the system does not count the file that the environment names; without it that file can lock", async () => {
    const scratch = await createScratch();
    const extra = await scratch.write("extra.json", { ...lock, permissions: { allow: ["Bash"] } });
    const env = { GAUNTLET_MANAGED: extra };
    await scratch.write(OTHERS.user, { permissions: { allow: ["Read"] } });
    expect((await scratch.load({ env })).rules.map(({ text }) => text)).toEqual(["Bash"]);
    await scratch.write("etc/managed.json", org);
    const locked = await scratch.load({ env });
    expect(locked.rules.map(({ text }) => text)).toEqual(["Bash(ls)", "Read(.env)"]);
    expect(locked.notices[0]).toContain(`rules of \`${extra}\` do not count`);
  });

  it("makes org + anything = org, whatever the others say", () => {
    const texts = fc.subarray(["Bash", "Read(**)", "Edit(src/**)", "WebFetch(domain:a.b)", "mcp__db"]);
    const config: fc.Arbitrary<GauntletConfig> = fc.record(
      {
        permissions: fc.record({ allow: texts, ask: texts, deny: texts }, { requiredKeys: [] }),
        trustEffects: fc.subarray(["*", "@acme/*"]),
        allowManagedPermissionRulesOnly: fc.constant(false),
      },
      { requiredKeys: [] },
    );
    const layer = (source: "managed" | Other) => (found: GauntletConfig, i: number) => {
      const file = source === "managed" ? `/etc/gauntlet/${i}.json` : `/ws/${source}.json`;
      return createLayer({ source, file, anchor: "/ws", config: found });
    };
    fc.assert(
      fc.property(
        fc.array(config, { maxLength: 3 }),
        fc.array(fc.tuple(fc.constantFrom(...NAMES), config), { maxLength: 6 }),
        fc.nat(6),
        (managed, others, at) => {
          const organization = [lock, ...managed].map(layer("managed"));
          const anything = others.map(([source, found], i) => layer(source)(found, i));
          const mixed = [...organization.slice(0, at), ...anything, ...organization.slice(at)];
          const reading = (layers: typeof mixed) => {
            const { hasRules } = readLocks(layers, "/etc/gauntlet");
            const { trustEffects } = mergeLayers(layers, "/home", hasRules);
            return { rules: layers.filter(hasRules).flatMap(({ rules }) => rules), trustEffects };
          };
          expect(reading(mixed)).toEqual(reading(organization));
        },
      ),
    );
  });
});

describe("requiredExtends", () => {
  const required: GauntletConfig = { requiredExtends: ["acme"] };
  const policy = `const policy = { contract: 1, name: "acme", revision: "1", rules: [], extends: [] };
Object.defineProperty(policy, Symbol.for("gauntlet.policy"), { value: true });
export default policy;`;

  it("stops everything when a policy was not loaded", async () => {
    const scratch = await createScratch();
    expect(await failure(load(scratch, required))).toEqual({
      code: "GNT_CONFIG_INVALID",
      message: `policy \`acme\` is required by \`${scratch.at("etc/managed.json")}\` and was not loaded`,
      hint: "name it in `extends`; what a directory without trust extends does not count",
    });
  });

  it("is content with a policy that any place extends, also by way of others", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/acme.mjs", policy);
    await scratch.write("ws/base.json", { extends: ["./acme.mjs"] });
    const loaded = await load(scratch, required, { project: { extends: ["./base.json"] } });
    expect(loaded.policies.map(({ name, source }) => [name, source])).toEqual([["acme", "project"]]);
  });

  it("is not content with a policy of a place whose rules do not count", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/acme.mjs", policy);
    const project: GauntletConfig = { extends: ["./acme.mjs"] };
    const locked = { ...required, allowManagedPermissionRulesOnly: true };
    expect((await failure(load(scratch, locked, { project }))).message).toContain("was not loaded");
    const untrusted = await createScratch();
    await untrusted.write("ws/acme.mjs", policy);
    await untrusted.write("etc/managed.json", required);
    await untrusted.write(OTHERS.project, project);
    expect((await failure(untrusted.load())).message).toContain("was not loaded");
  });
});

describe("the list of servers that may start", () => {
  it("leaves what every place allows", async () => {
    const scratch = await createScratch();
    await scratch.write("etc/managed.d/1.json", { allowedMcpServers: ["b", "c"] });
    const loaded = await load(scratch, { allowedMcpServers: ["a", "b"] });
    expect(loaded).toMatchObject({ allowedMcpServers: ["b"] });
    expect(loaded.notices).toEqual([]);
  });

  it("allows no server when an empty list says so", async () => {
    expect(await load(await createScratch(), { allowedMcpServers: [] })).toMatchObject({
      allowedMcpServers: [],
    });
  });
});

it.each(NAMES)("locks in %s settings do not count, and this is said", async (place) => {
  const scratch = await createScratch();
  const locks: GauntletConfig = {
    allowManagedPermissionRulesOnly: true,
    requiredExtends: ["acme"],
    allowManagedHooksOnly: true,
    allowedMcpServers: [],
    permissions: { deny: ["Bash"] },
  };
  const loaded = await load(scratch, {}, { [place]: locks });
  expect(loaded).toMatchObject({ managedRulesOnly: false });
  expect(loaded.allowedMcpServers).toBeUndefined();
  expect(loaded.rules).toHaveLength(1);
  expect(loaded.notices).toEqual([
    `\`allowManagedPermissionRulesOnly\`, \`requiredExtends\`, \`allowManagedHooksOnly\`, \`allowedMcpServers\` in \`${scratch.at(OTHERS[place])}\` does not count: only managed settings can lock`,
  ]);
});

it("a broken lock stops everything", async () => {
  const scratch = await createScratch();
  await scratch.write("etc/managed.json", '{"allowManagedPermissionRulesOnly": "true"}');
  expect(await failure(scratch.load())).toMatchObject({ code: "GNT_CONFIG_INVALID" });
});
