import { symlink } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { loadPolicies } from "../../src/config/load-policies.ts";
import { createScratch, failure, type Scratch } from "./scratch.ts";

const makers = fileURLToPath(new URL("../../src/policy/", import.meta.url));

/** A policy module as a package would write it, with core's own `definePolicy`. */
const policyCode = (name: string, rules: string, bases: readonly string[] = []): string =>
  `import { definePolicy } from "${makers}define-policy.ts";
import { allow, ask, deny } from "${makers}policy-rule.ts";
export default definePolicy({
  name: ${JSON.stringify(name)},
  revision: "7",
  extends: ${JSON.stringify(bases)},
  rules: [
    ${rules}
  ],
});
`;

/** A policy as another copy of core leaves it: plain data with the mark. */
const foreignCode = (name: string, more = ""): string =>
  `const policy = { contract: 1, name: "${name}", revision: "1", rules: [{ behavior: "deny", text: "Bash(curl *)" }], extends: [] ${more} };
Object.defineProperty(policy, Symbol.for("gauntlet.policy"), { value: true });
`;

const configFile = (scratch: Scratch) => scratch.write("ws/gauntlet.config.json", {});

async function load(scratch: Scratch, ...entries: string[]) {
  return loadPolicies(entries, await configFile(scratch));
}

const textsOf = ({ rules }: { rules: readonly { text: string }[] }) => rules.map(({ text }) => text);

describe("loading policies", () => {
  it.each([
    ["policy.mjs", `${foreignCode("p")}export default policy;`],
    ["policy.cjs", `${foreignCode("p")}module.exports = policy;`],
    ["twice.cjs", `${foreignCode("p")}exports.__esModule = true; exports.default = policy;`],
    ["policy.ts", policyCode("p", 'deny("Bash(curl *)"),')],
    ["config.mjs", 'export default { permissions: { deny: ["Bash(curl *)"] } };'],
    ["config.json", { permissions: { deny: ["Bash(curl *)"] } }],
    ["config.yaml", 'permissions:\n  deny: ["Bash(curl *)"]\n'],
  ])("takes the rules of %s", async (file, content) => {
    const scratch = await createScratch();
    await scratch.write(`ws/${file}`, content);
    const found = await load(scratch, `./${file}`);
    expect(textsOf(found)).toEqual(["Bash(curl *)"]);
    expect(found.files).toEqual([scratch.at(`ws/${file}`)]);
    const isPolicy = !file.startsWith("config");
    expect(found.policies.map(({ name }) => name)).toEqual(isPolicy ? ["p"] : []);
  });

  it("finds packages from the file that names them, and what they extend from their own files", async () => {
    const scratch = await createScratch();
    const pack = "ws/node_modules/@acme/policy";
    await scratch.write(`${pack}/package.json`, {
      name: "@acme/policy",
      type: "module",
      exports: "./main.ts",
    });
    await scratch.write(
      `${pack}/main.ts`,
      policyCode("@acme/policy", 'deny("Bash(a)"),', ["./base.mjs", "base"]),
    );
    await scratch.write(`${pack}/base.mjs`, `${foreignCode("inner")}export default policy;`);
    await scratch.write(`${pack}/node_modules/base/package.json`, { name: "base", main: "main.cjs" });
    await scratch.write(
      `${pack}/node_modules/base/main.cjs`,
      `${foreignCode("base")}module.exports = policy;`,
    );
    const { policies } = await load(scratch, "@acme/policy");
    expect(policies).toEqual([
      { name: "@acme/policy", revision: "7", file: scratch.at(`${pack}/main.ts`) },
      { name: "inner", revision: "1", file: scratch.at(`${pack}/base.mjs`) },
      { name: "base", revision: "1", file: scratch.at(`${pack}/node_modules/base/main.cjs`) },
    ]);
  });

  it("takes absolute files, a directory to start from, and file addresses", async () => {
    const scratch = await createScratch();
    const file = await scratch.write("elsewhere/policy.mjs", `${foreignCode("p")}export default policy;`);
    expect((await loadPolicies([file], scratch.ws)).files).toEqual([file]);
    const address = pathToFileURL(scratch.at("elsewhere/other.ts"));
    expect((await loadPolicies(["./policy.mjs"], address)).files).toEqual([file]);
    expect((await loadPolicies(["./policy.mjs"], address.href)).files).toEqual([file]);
  });

  it("tells where each rule is written, with id, reason and examples", async () => {
    const scratch = await createScratch();
    const rules = `deny("Bash(curl -H \\"a\\" *)", {\n id: "no-curl", why: "w" }),\n allow('Bash(x)'), ask(["Bash(", "y)"].join("")),`;
    const file = await scratch.write("ws/policy.ts", policyCode("p", rules));
    const data = await scratch.write("ws/base.json", { permissions: { deny: ["Read(a)", "Bash(x)"] } });
    const found = await load(scratch, "./policy.ts", "./base.json");
    expect(found.rules).toEqual([
      { behavior: "deny", text: 'Bash(curl -H "a" *)', id: "no-curl", why: "w", file, line: 8 },
      { behavior: "allow", text: "Bash(x)", file, line: 10 },
      { behavior: "ask", text: "Bash(y)", file },
      { behavior: "deny", text: "Read(a)", file: data, line: 4 },
      { behavior: "deny", text: "Bash(x)", file: data, line: 5 },
    ]);
  });

  it("loads a file once that several extend", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/base.json", { permissions: { deny: ["Bash(x)"] } });
    await scratch.write("ws/a.json", { extends: ["./base.json"] });
    await scratch.write("ws/b.json", { extends: ["./base.json", "./a.json"] });
    await symlink(scratch.at("ws/base.json"), scratch.at("ws/link.json"));
    const found = await load(scratch, "./a.json", "./b.json", "./base.json", "./link.json");
    expect(textsOf(found)).toEqual(["Bash(x)"]);
  });

  it("says what of an extended configuration does not count", async () => {
    const scratch = await createScratch();
    const file = await scratch.write("ws/base.json", {
      permissions: { allow: ["Bash(x)"], defaultMode: "plan", additionalDirectories: [] },
      plugins: ["./p.ts"],
      allowManagedPermissionRulesOnly: true,
      extends: [],
      hooks: {},
    });
    const { notices } = await load(scratch, "./base.json");
    expect(notices).toEqual([
      `\`permissions.defaultMode\`, \`plugins\`, \`allowManagedPermissionRulesOnly\` in \`${file}\` does not count: of what is extended only rules do`,
    ]);
  });
});

describe("the chain that led to a problem", () => {
  it("shows a circle, also one that leads back to the configuration", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/a.json", { extends: ["./b.json"] });
    await scratch.write("ws/b.json", { extends: ["./a.json"] });
    await scratch.write("ws/back.json", { extends: ["./gauntlet.config.json"] });
    const config = await configFile(scratch);
    expect(await failure(load(scratch, "./a.json"))).toEqual({
      code: "GNT_POLICY_LOAD",
      message: `policies extend each other in a circle: \`${config} -> ./a.json -> ./b.json -> ./a.json\``,
      hint: "take one of these out of `extends`",
    });
    expect((await failure(load(scratch, "./back.json"))).message).toBe(
      `policies extend each other in a circle: \`${config} -> ./back.json -> ./gauntlet.config.json\``,
    );
  });

  it("shows what is missing", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/a.json", { extends: ["./sub/b.ts"] });
    await scratch.write("ws/sub/b.ts", policyCode("b", "", ["@acme/none"]));
    await scratch.write("ws/c.json", { extends: ["./none.json"] });
    await scratch.write("ws/d.json", { extends: ["@acme/../x"] });
    const config = await configFile(scratch);
    expect(await failure(load(scratch, "./a.json"))).toEqual({
      code: "GNT_POLICY_LOAD",
      message: `policy package \`@acme/none\` was not found from \`${scratch.at("ws/sub")}\`: \`${config} -> ./a.json -> ./sub/b.ts -> @acme/none\``,
      hint: "run `npm install @acme/none`",
    });
    expect((await failure(load(scratch, "./c.json"))).message).toBe(
      `policy file \`${scratch.at("ws/none.json")}\` does not exist: \`${config} -> ./c.json -> ./none.json\``,
    );
    expect((await failure(load(scratch, "./d.json"))).message).toBe(
      `policy \`@acme/../x\` is neither a file nor a package: \`${config} -> ./d.json -> @acme/../x\``,
    );
  });

  it("may have eight policies and no more", async () => {
    const scratch = await createScratch();
    for (let i = 1; i <= 9; i++)
      await scratch.write(`ws/${i}.json`, { extends: i < 9 ? [`./${i + 1}.json`] : [] });
    expect((await load(scratch, "./2.json")).files).toHaveLength(8);
    const { code, message } = await failure(load(scratch, "./1.json"));
    expect(code).toBe("GNT_POLICY_LOAD");
    expect(message).toMatch(
      /^policies extend each other more than 8 deep: `.* -> \.\/1\.json -> .* -> \.\/9\.json`$/,
    );
  });

  it("cannot paint a terminal", async () => {
    const scratch = await createScratch();
    const { message } = await failure(load(scratch, "./\u001b[2J.json"));
    expect(message).not.toContain("\u001b");
    expect(message).toContain("-> ./\\u{1b}[2J.json`");
  });
});

describe("policies that cannot be used", () => {
  it.each<[string, string, string, RegExp]>([
    [
      "throws.mjs",
      'throw new Error("no license");',
      "GNT_POLICY_LOAD",
      /^policy `\.\/throws\.mjs` cannot be loaded: `no license`: `/,
    ],
    [
      "plugin.mjs",
      "export default { name: 'x', apply() {} };",
      "GNT_POLICY_LOAD",
      /exports neither a policy nor a configuration with rules: `/,
    ],
    ["nothing.mjs", "export const a = 1;", "GNT_POLICY_LOAD", /exports neither/],
    [
      "old.mjs",
      `${foreignCode("old", ", contract: 0")}export default policy;`,
      "GNT_POLICY_LOAD",
      /was built for contract version 0, this is version 1: `/,
    ],
    [
      "ours.mjs",
      `${foreignCode("@gauntlet/policy-recommended")}export default policy;`,
      "GNT_POLICY_LOAD",
      /calls itself `@gauntlet\/policy-recommended`, which is a name of ours: `/,
    ],
    [
      "forged.mjs",
      `${foreignCode("forged", ", rules: [{ behavior: 'allow' }]")}export default policy;`,
      "GNT_POLICY_DECLARATION",
      /^policy `forged` has a rule at `rules\[0\]` that is not a text$/,
    ],
    [
      "rule.ts",
      policyCode("p", 'deny("Bash("),'),
      "GNT_CONFIG_RULE",
      /^rule `Bash\(` in `policy p` has no closing bracket, in `.*\/rule\.ts`$/,
    ],
    [
      "key.json",
      '{"permisions": {}}',
      "GNT_CONFIG_UNKNOWN_KEY",
      /^`permisions` in `.*\/key\.json` line 1 is a key nobody reads$/,
    ],
    ["broken.json", "{", "GNT_CONFIG_READ", /^JSON in `.*\/broken\.json` line 1/],
    [
      "rule.json",
      '{"permissions":\n{"deny": ["Bash("]}}',
      "GNT_CONFIG_RULE",
      /^rule `Bash\(` in `.*\/rule\.json` line 2 column 11 has no closing bracket$/,
    ],
  ])("%s", async (file, content, code, message) => {
    const scratch = await createScratch();
    await scratch.write(`ws/${file}`, content);
    const found = await failure(load(scratch, `./${file}`));
    expect(found.code).toBe(code);
    expect(found.message).toMatch(message);
  });

  it("are those whose examples are decided otherwise, with policy, rule, example and decision", async () => {
    const scratch = await createScratch();
    const rules = 'deny("Bash(curl *)", { id: "acme/no-curl", examples: { deny: ["curl x", "wget x"] } }),';
    const file = await scratch.write("ws/policy.ts", policyCode("acme", rules));
    expect(await failure(load(scratch, "./policy.ts"))).toEqual({
      code: "GNT_POLICY_EXAMPLE",
      message: `policy \`acme\` in \`${file}\`, rule \`acme/no-curl\`: the \`deny\` example \`wget x\` is decided as \`ask\`: no rule of the policy is about it`,
      hint: "repair the rule or the example; what no rule of the policy is about belongs under `ask`",
    });
  });

  it("are those in a directory that is not trusted, whatever link leads there", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/p.mjs", "globalThis.ranUntrustedPolicy = true;");
    await symlink(scratch.at("ws/p.mjs"), scratch.at("home/p.mjs"));
    const place = { name: "the command line", untrusted: scratch.ws };
    const loading = loadPolicies([scratch.at("home/p.mjs")], scratch.home, place);
    expect(await failure(loading)).toEqual({
      code: "GNT_POLICY_LOAD",
      message: `policy \`${scratch.at("home/p.mjs")}\` lies in \`${scratch.ws}\`, which is not trusted: \`the command line -> ${scratch.at("home/p.mjs")}\``,
      hint: `run \`gauntlet trust ${scratch.ws}\` first`,
    });
    expect("ranUntrustedPolicy" in globalThis).toBe(false);
  });
});
