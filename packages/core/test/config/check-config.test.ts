import { describe, expect, it } from "vitest";
import { checkConfig } from "../../src/config/check-config.ts";
import type { GauntletConfig } from "../../src/config/config.ts";
import { defineConfig } from "../../src/config/define-config.ts";
import { ConfigError } from "../../src/errors.ts";
import { definePlugin } from "../../src/tool/define-plugin.ts";

const everything: GauntletConfig = {
  permissions: {
    allow: ["Read"],
    ask: ["Bash(git push *)"],
    deny: ["Read(.env)"],
    defaultMode: "plan",
    additionalDirectories: ["../other"],
    disableBypassPermissionsMode: "disable",
  },
  plugins: ["@gauntlet/tools-fs", "./deploy.ts", definePlugin({ name: "inline" })],
  tools: ["Read"],
  profile: "simple",
  deferral: { policy: "auto", share: 0.2 },
  strict: "fitting",
  model: {
    name: "m",
    maxTokens: 1000,
    baseURL: "http://127.0.0.1:1234",
    idleTimeoutMs: 5000,
    prices: { house: { input: 1, output: 2.5, cacheRead: 0, cacheWrite: 3 } },
    toolReferences: true,
    strictTools: false,
  },
  env: { CI: "1" },
  trustEffects: ["@acme/*"],
  limits: {
    maxConcurrency: 2,
    maxTurns: 3,
    maxCalls: 4,
    maxTotalTokens: 5,
    maxCostUsd: 0.5,
    maxDurationMs: 0,
    messageResultBytes: 4,
    previewBytes: 5,
  },
  sessions: { retentionDays: 30, maxBytes: 0 },
  redaction: {
    enabled: true,
    forms: [{ name: "acme-key", starts: ["acme_"], chars: "a-z0-9", min: 20, dots: 1, hasDigit: true }],
  },
  hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "./guard.sh" }] }] },
  claudeSettings: false,
  disableAllHooks: false,
  allowedHttpHookUrls: ["https://hooks.example.com/*"],
  httpHookAllowedEnvVars: ["HOOK_TOKEN"],
  mcpServers: { a: { command: "x" } },
  extends: ["@acme/policy", "./base.ts"],
  allowManagedPermissionRulesOnly: true,
  requiredExtends: ["@acme/policy"],
  allowManagedHooksOnly: false,
  allowedMcpServers: ["github"],
};

describe("checking a configuration", () => {
  it("gives a frozen copy of a configuration that uses every key", () => {
    const checked = checkConfig(everything);
    expect(checked).toEqual(everything);
    expect(checked).not.toBe(everything);
    expect([checked, checked.permissions, checked.permissions?.deny].every(Object.isFrozen)).toBe(true);
  });

  it.each<[unknown, string]>([
    [null, "the configuration is `null`, not an object"],
    [[], "the configuration is a list, not an object"],
    [
      { redaction: { forms: [{ name: "x", starts: ["acme_"] }] } },
      "`redaction.forms[0].min` in the configuration is `undefined`, not a whole number above 0",
    ],
    [
      { redaction: { forms: [{ name: "x", starts: ["ac"], min: 20 }] } },
      "`redaction.forms[0]` in the configuration begins with `ac`, which is not 3 to 64 visible ASCII characters",
    ],
    [
      { redaction: { forms: [{ name: "x", starts: ["acme_"], chars: "a-z ", min: 20 }] } },
      '`redaction.forms[0]` in the configuration has `chars` with " ", which ends a token',
    ],
    [
      { redaction: { forms: [{ name: "x", starts: ["acme_"], min: 5 }] } },
      "`redaction.forms[0]` in the configuration takes less than 15 characters with its beginning: too many words look like that",
    ],
    [{ permissions: [] }, "`permissions` in the configuration is a list, not an object"],
    [
      { permissions: { deny: "Bash" } },
      "`permissions.deny` in the configuration is the text `Bash`, not a list",
    ],
    [
      { permissions: { allow: ["Read", 42] } },
      "`permissions.allow[1]` in the configuration is the number `42`, not a text",
    ],
    [
      { permissions: { defaultMode: "yolo" } },
      "`permissions.defaultMode` in the configuration is the text `yolo`, not one of `default`, `acceptEdits`, `plan`, `dontAsk`, `bypassPermissions`",
    ],
    [
      { permissions: { disableBypassPermissionsMode: true } },
      "`permissions.disableBypassPermissionsMode` in the configuration is the boolean `true`, not `disable`",
    ],
    [
      { plugins: [{ name: "fake" }] },
      "`plugins[0]` in the configuration is an object, not a package name, a file or a plugin made by `definePlugin`",
    ],
    [
      { model: { maxTokens: 0 } },
      "`model.maxTokens` in the configuration is the number `0`, not a whole number above 0",
    ],
    [
      { model: { baseURL: "file:///etc" } },
      "`model.baseURL` in the configuration is not an `http` or `https` address",
    ],
    [{ env: { TOKEN: "s3cret\0" } }, "`env.TOKEN` in the configuration holds a NUL character"],
    [{ env: { TOKEN: 12345 } }, "`env.TOKEN` in the configuration is not a text"],
    [
      { hooks: { Stop: [{ hooks: [{ type: "http", url: "https://a.example", headers: { key: 12345 } }] }] } },
      "`hooks.Stop[0].hooks[0].headers.key` in the configuration is not a text",
    ],
    [
      { permissions: { defaultMode: "https://ada:s3cret@a.example" } },
      "`permissions.defaultMode` in the configuration is the text `https://ada:[masked]@a.example`, not one of `default`, `acceptEdits`, `plan`, `dontAsk`, `bypassPermissions`",
    ],
    [
      { limits: { maxTurns: 1.5 } },
      "`limits.maxTurns` in the configuration is the number `1.5`, not a whole number above 0",
    ],
    [
      { sessions: { retentionDays: -1 } },
      "`sessions.retentionDays` in the configuration is the number `-1`, not a whole number above 0",
    ],
    [
      { limits: { maxCostUsd: -1 } },
      "`limits.maxCostUsd` in the configuration is the number `-1`, not a number that is not negative",
    ],
    [
      { model: { prices: { house: { input: 1 } } } },
      "`model.prices.house.output` in the configuration is `undefined`, not a number that is not negative",
    ],
    [
      { model: { prices: { house: { input: 1, output: Number.NaN } } } },
      "`model.prices.house.output` in the configuration is the number `NaN`, not a number that is not negative",
    ],
    [
      { deferral: { policy: "always" } },
      "`deferral.policy` in the configuration is the text `always`, not one of `on`, `auto`, `off`",
    ],
    [
      { deferral: { share: 10 } },
      "`deferral.share` in the configuration is the number `10`, not a number above 0 and at most 1",
    ],
    [{ env: { A: 1 } }, "`env.A` in the configuration is not a text"],
    [{ env: { "A=B": "" } }, "`env.A=B` in the configuration is not the name of an environment variable"],
    [{ hooks: [] }, "`hooks` in the configuration is a list, not an object"],
    [{ extends: "@acme/policy" }, "`extends` in the configuration is the text `@acme/policy`, not a list"],
    [{ extends: [" "] }, "`extends[0]` in the configuration is the text ` `, not a text that is not blank"],
    [
      { allowManagedPermissionRulesOnly: "yes" },
      "`allowManagedPermissionRulesOnly` in the configuration is the text `yes`, not `true` or `false`",
    ],
    [
      { allowedMcpServers: [{}] },
      "`allowedMcpServers[0]` in the configuration is an object, not a text that is not blank",
    ],
  ])("refuses %j", (value, message) => {
    expect(refusal(value)).toEqual(["GNT_CONFIG_INVALID", message]);
  });

  it.each<[unknown, string, string]>([
    [
      { permisions: {} },
      "`permisions` in the configuration is a key nobody reads",
      "did you mean `permissions`?",
    ],
    [
      { permissions: { denny: [] } },
      "`permissions.denny` in the configuration is a key nobody reads",
      "did you mean `deny`?",
    ],
    [
      { limits: { wings: 2 } },
      "`limits.wings` in the configuration is a key nobody reads",
      "known keys here: `maxConcurrency`, `maxTurns`, `maxCalls`, `maxTotalTokens`, `maxCostUsd`, `maxDurationMs`, `messageResultBytes`, `previewBytes`",
    ],
    [
      { toString: 1 },
      "`toString` in the configuration is a key nobody reads",
      "known keys here: `permissions`",
    ],
  ])("names the unknown key in %j", (value, message, hint) => {
    expect(refusal(value)).toEqual(["GNT_CONFIG_UNKNOWN_KEY", message]);
    expect(hintOf(value)).toContain(hint);
  });

  it("parses rules in the order they are written, so that the first mistake is named", () => {
    const permissions = { deny: ["Bash(rm -rf *)*"], allow: ["Bash((", 42] };
    expect(refusal({ permissions })).toEqual([
      "GNT_CONFIG_RULE",
      expect.stringMatching(/^rule `Bash\(rm -rf \*\)\*` of host /),
    ]);
  });

  it.each(["__proto__", "constructor", "prototype"])("refuses the key %s at any depth", (key) => {
    const polluting = JSON.parse(`{${JSON.stringify(key)}: {"deny": []}}`) as object;
    for (const value of [
      polluting,
      { permissions: polluting },
      { env: polluting },
      { hooks: { PreToolUse: [{ hooks: [polluting] }] } },
      { mcpServers: { a: { env: polluting } } },
    ]) {
      expect(refusal(value)).toEqual([
        "GNT_CONFIG_INVALID",
        expect.stringContaining("is a key that would change what every object inherits"),
      ]);
    }
  });

  it("escapes what a repository could use to paint a terminal", () => {
    expect(refusal({ "\u001b[2Jok\u202e": 1 })[1]).toBe(
      "`\\u{1b}[2Jok\\u{202e}` in the configuration is a key nobody reads",
    );
  });

  it("ends on an object that contains itself", () => {
    const options: Record<string, unknown> = {};
    options["again"] = options;
    expect(checkConfig({ packs: { own: options } }).packs?.["own"]).toBe(options);
  });

  it("does not read inherited members", () => {
    const inherited = Object.create({ permissions: { allow: ["Bash"] } }) as GauntletConfig;
    expect(checkConfig(inherited)).toEqual({});
  });

  it("checks at once when a configuration is declared", () => {
    expect(defineConfig({ tools: ["Read"] })).toEqual({ tools: ["Read"] });
    expect(() => defineConfig({ tool: [] } as GauntletConfig)).toThrow(ConfigError);
  });
});

function thrown(value: unknown): ConfigError {
  try {
    checkConfig(value);
  } catch (cause) {
    if (cause instanceof ConfigError) return cause;
    throw cause;
  }
  throw new Error("the configuration was accepted");
}

const refusal = (value: unknown) => [thrown(value).code, thrown(value).message];
const hintOf = (value: unknown) => thrown(value).hint;
