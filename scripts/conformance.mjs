// Drives our MCP client with the protocol's own conformance suite, which needs a newer Node than we do.
// Usage: node scripts/conformance.mjs [scenario…]. Asks the package registry for both, so it is no part of `npm test`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SUITE = ["-y", "-p", "node@24", "-p", "@modelcontextprotocol/conformance@0.1.16"];
const client = fileURLToPath(new URL("../packages/mcp/test/conformance-client.ts", import.meta.url));

const SCENARIOS = [
  ...["initialize", "tools_call", "elicitation-sep1034-client-defaults", "sse-retry"],
  ...["auth/metadata-default", "auth/metadata-var1", "auth/metadata-var2", "auth/metadata-var3"],
  ...["auth/scope-from-www-authenticate", "auth/scope-from-scopes-supported"],
  ...["auth/scope-omitted-when-undefined", "auth/token-endpoint-auth-basic"],
  ...["auth/token-endpoint-auth-post", "auth/token-endpoint-auth-none"],
  ...["auth/2025-03-26-oauth-endpoint-fallback", "auth/resource-mismatch"],
  ...["auth/offline-access-scope", "auth/offline-access-not-supported"],
];

/** Scenarios that do not apply, and why. */
const LEFT_OUT = {
  "auth/basic-cimd":
    "a client identifier that is an address needs a public page of ours; we register instead",
  "auth/scope-step-up": "a session sends nobody to a browser: it says that a login is wanted",
  "auth/scope-retry-limit": "as for step-up",
  "auth/pre-registration": "identifiers that were registered before cannot be configured yet",
  "auth/2025-03-26-oauth-metadata-backcompat":
    "its server gives an issuer that is not its own, which the SDK refuses (RFC 8414, 3.3)",
  "auth/client-credentials-jwt": "an extension for machines without a person",
  "auth/client-credentials-basic": "as above",
  "auth/cross-app-access-complete-flow": "an extension for organizations' identity providers",
};

const only = process.argv.slice(2);
const node = run(["-c", "command -v node"]).stdout.trim().split("\n").at(-1);
let failed = 0;
for (const scenario of only.length > 0 ? only : SCENARIOS) {
  const command = `${node} --conditions=gauntlet-source ${client}`;
  const { status, stdout, stderr } = run([
    "--",
    "conformance",
    "client",
    "--command",
    command,
    "--scenario",
    scenario,
  ]);
  const checks = /Passed: (\d+\/\d+)/.exec(stdout + stderr)?.[1] ?? "no checks";
  console.log(`${status === 0 ? "passed" : "FAILED"}  ${scenario}  (${checks})`);
  if (status !== 0) failed += 1;
}
if (only.length === 0)
  for (const [scenario, why] of Object.entries(LEFT_OUT)) console.log(`left out  ${scenario}: ${why}`);
console.log(`${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function run(args) {
  return spawnSync("npx", [...SUITE, ...args], { encoding: "utf8", timeout: 180_000 });
}
