import { describe, expect, it } from "vitest";
import type { GauntletConfig } from "../../src/config/config.ts";
import { createScratch, failure } from "./scratch.ts";

const policyCode = (name: string, rule: string): string =>
  `const policy = { contract: 1, name: "${name}", revision: "3", extends: [], rules: [${rule}] };
Object.defineProperty(policy, Symbol.for("gauntlet.policy"), { value: true });
export default policy;
`;

const rule =
  '{ behavior: "deny", text: "Read(/secrets/**)", id: "acme/secrets", why: "No.", see: "https://acme.example" }';

const PLACES = {
  managed: "etc/managed.json",
  local: "ws/.gauntlet/settings.local.json",
  project: "ws/gauntlet.config.json",
  user: "home/.config/gauntlet/settings.json",
} as const;

describe("extends", () => {
  it.each(Object.entries(PLACES))(
    "in %s settings gives their source to the rules of the policy",
    async (source, path) => {
      const scratch = await createScratch();
      const directory = path.slice(0, path.lastIndexOf("/"));
      await scratch.write(path, { extends: ["./policy.mjs"] } satisfies GauntletConfig);
      const file = await scratch.write(`${directory}/policy.mjs`, policyCode("acme", rule));
      await scratch.trust();
      const loaded = await scratch.load();
      const anchors: Record<string, string> = { user: scratch.at("home/.config/gauntlet") };
      expect(loaded.rules).toEqual([
        {
          behavior: "deny",
          text: "Read(/secrets/**)",
          source,
          anchor: anchors[source] ?? scratch.ws,
          file,
          line: 1,
          id: "acme/secrets",
          why: "No. (see https://acme.example)",
        },
      ]);
      expect(loaded.policies).toEqual([{ name: "acme", revision: "3", source, file }]);
      expect(loaded.configFiles).toEqual([scratch.at(path), file]);
    },
  );

  it("in --settings is looked for from the file, and in settings given as text from the working directory", async () => {
    const scratch = await createScratch();
    await scratch.trust();
    const file = await scratch.write("ws/policy.mjs", policyCode("acme", rule));
    const other = await scratch.write("else/policy.mjs", policyCode("other", rule));
    const settings = await scratch.write("else/s.json", { extends: ["./policy.mjs"] });
    const fromFile = await scratch.load({ settings });
    expect(fromFile.policies).toEqual([{ name: "other", revision: "3", source: "cli", file: other }]);
    const fromText = await scratch.load({ settings: '{"extends": ["./policy.mjs"]}' });
    expect(fromText.policies).toEqual([{ name: "acme", revision: "3", source: "cli", file }]);
  });

  it("of an untrusted project or local settings is left out, and this is said", async () => {
    const scratch = await createScratch();
    await scratch.write(PLACES.project, { extends: ["./policy.mjs"], permissions: { deny: ["Bash"] } });
    await scratch.write(PLACES.local, { extends: ["../policy.mjs"] });
    await scratch.write("ws/policy.mjs", "globalThis.ranUntrustedExtends = true;");
    const loaded = await scratch.load();
    expect(loaded.rules.map(({ text }) => text)).toEqual(["Bash"]);
    expect(loaded.policies).toEqual([]);
    expect(loaded.notices).toEqual([
      expect.stringContaining(`\`extends\` in \`${scratch.at(PLACES.project)}\` does not count`),
      expect.stringContaining(`\`extends\` in \`${scratch.at(PLACES.local)}\` does not count`),
    ]);
    expect("ranUntrustedExtends" in globalThis).toBe(false);
  });

  it("of a flag does not reach into an untrusted repository", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/policy.mjs", "globalThis.ranFlagPolicy = true;");
    const { code, message } = await failure(scratch.load({ settings: '{"extends": ["./policy.mjs"]}' }));
    expect(code).toBe("GNT_POLICY_LOAD");
    expect(message).toContain(`lies in \`${scratch.ws}\`, which is not trusted`);
    expect("ranFlagPolicy" in globalThis).toBe(false);
  });

  it.each(Object.entries(PLACES))(
    "of %s settings that cannot be loaded stops everything",
    async (_, path) => {
      const scratch = await createScratch();
      await scratch.write(path, { extends: ["@acme/none"] });
      await scratch.trust();
      const { code, message } = await failure(scratch.load());
      expect(code).toBe("GNT_POLICY_LOAD");
      expect(message).toContain(`\`${scratch.at(path)} -> @acme/none\``);
    },
  );

  it("runs no policy when the mode is forbidden", async () => {
    const scratch = await createScratch();
    await scratch.write(PLACES.managed, {
      permissions: { disableBypassPermissionsMode: "disable" },
      extends: ["./policy.mjs"],
    });
    await scratch.write("etc/policy.mjs", "globalThis.ranPolicyUnderForbiddenMode = true;");
    await failure(scratch.load({ mode: "bypassPermissions" }));
    expect("ranPolicyUnderForbiddenMode" in globalThis).toBe(false);
  });
});
