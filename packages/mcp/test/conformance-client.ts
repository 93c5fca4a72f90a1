// The client the conformance suite drives: connects to the address it is given, logs in when the server wants that,
// and calls every tool.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConfiguredServer, Gauntlet, type Session } from "@gauntlet/core";
import { createTokenStore, login, readServers, setUpMcp } from "@gauntlet/mcp";

const url = process.argv.at(-1) ?? "";
const root = mkdtempSync(join(tmpdir(), "gauntlet-conformance-"));
const servers: readonly ConfiguredServer[] = [
  {
    name: "s",
    value: { type: "http", url, startTimeout: 20_000 },
    source: "cli",
    place: "test",
    scope: root,
  },
];

/** Inputs of tools that need some. */
const inputFor = (tool: string): unknown => (tool.includes("add_numbers") ? { a: 5, b: 3 } : {});

async function open(): Promise<{ session: Session; wantsLogin: boolean }> {
  let wantsLogin = false;
  const { plugin } = await setUpMcp({
    servers,
    stateDirectory: root,
    roots: [root],
    env: {},
    trustEffects: [],
  });
  const gauntlet = new Gauntlet({
    // These tests look at definitions; what is deferred is tested where it is decided.
    deferral: { policy: "off" },
    plugins: plugin ? [plugin] : [],
    cwd: root,
    home: root,
    stateDirectory: root,
    permissions: { allow: ["mcp__s"] },
    answerers: [{ name: "test", answer: async () => ({ behavior: "allow" }) }],
    onLog: ({ text }) => {
      wantsLogin ||= text.includes("gauntlet mcp login");
      process.stderr.write(`${text}\n`);
    },
  });
  const session = await gauntlet.session();
  await session.tools();
  return { session, wantsLogin };
}

try {
  let { session, wantsLogin } = await open();
  if (wantsLogin) {
    await session.close();
    const server = readServers(servers, {}).servers[0];
    if (server) await login(server, createTokenStore(root), (to) => void fetch(to));
    ({ session, wantsLogin } = await open());
  }
  const names = (await session.tools()).definitions
    .map(({ name }) => name)
    .filter((name) => name.startsWith("mcp__"));
  for (const tool of names) {
    const [settled] = await session.call([{ tool, input: inputFor(tool) }]);
    process.stderr.write(`${tool}: ${settled?.outcome}\n`);
  }
  await session.close();
  process.exitCode = wantsLogin ? 1 : 0;
} finally {
  rmSync(root, { recursive: true, force: true });
}
