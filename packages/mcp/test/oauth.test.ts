import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { auth } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { createTokenStore, login, readServer } from "../src/index.ts";
import { createAuthProvider } from "../src/oauth/auth-provider.ts";
import { openLoopback } from "../src/oauth/loopback.ts";
import { serveWithLogin } from "./http-servers.ts";
import { callOne, createMcpWorld, namesIn } from "./world.ts";

async function worldWithLogin() {
  const world = createMcpWorld();
  const server = await serveWithLogin();
  const value = { type: "http", url: `${server.url}/mcp` };
  world.servers["s"] = value;
  const config = readServer({ name: "s", value, source: "cli", place: "`test`", scope: world.root }, {});
  if (config === undefined) throw new Error("no server");
  return { world, server, config, store: createTokenStore(world.state) };
}

/** A person who follows the address they are shown. */
const follow = (url: URL): void => void fetch(url);

test("a login by the SDK's flow gives sessions their tokens, which are private, and renewed when they end", async () => {
  const { world, server, config, store } = await worldWithLogin();
  await namesIn(await world.session());
  expect(world.warnings).toEqual(["the MCP server `s` wants a login: run `gauntlet mcp login s`"]);

  expect(await login(config, store, follow)).toBe(true);
  const directory = join(world.state, "mcp", "tokens");
  const [file = ""] = readdirSync(directory);
  expect([statSync(join(directory, file)).mode & 0o777, statSync(directory).mode & 0o777]).toEqual([
    0o600, 0o700,
  ]);

  const session = await world.session({ permissions: { allow: ["mcp__s"] } });
  expect((await callOne(session, "mcp__s__greet")).outcome).toBe("succeeded");
  const before = readFileSync(join(directory, file), "utf8");
  server.expire();
  expect((await callOne(session, "mcp__s__greet")).outcome).toBe("succeeded");
  expect(server.grants).toEqual(["authorization_code", "refresh_token"]);
  expect(readFileSync(join(directory, file), "utf8")).not.toBe(before);
});

test("a session with tokens that are not valid any more leaves those of a newer login where they are, and uses them", async () => {
  const { world, server, config, store } = await worldWithLogin();
  await login(config, store, follow);
  const old = await store.read(config);
  const session = await world.session({ permissions: { allow: ["mcp__s"] } });
  expect((await callOne(session, "mcp__s__greet")).outcome).toBe("succeeded");
  // Another session renews the login, and the authorization server gives out other refresh tokens from now on.
  server.expire();
  server.rotate();
  const provider = createAuthProvider(config, store, { login: old ?? {} });
  expect(await auth(provider, { serverUrl: `${server.url}/mcp` })).toBe("AUTHORIZED");
  server.expire();
  expect((await callOne(session, "mcp__s__greet")).outcome).toBe("succeeded");
  expect((await store.read(config))?.tokens).toBeDefined();
});

test("tokens that nobody renewed are forgotten once they are refused", async () => {
  const { config, store } = await worldWithLogin();
  await login(config, store, follow);
  const provider = createAuthProvider(config, store, { login: (await store.read(config)) ?? {} });
  await provider.invalidateCredentials?.("tokens");
  expect(await store.read(config)).toMatchObject({ client: { client_id: "client-1" } });
  expect((await store.read(config))?.tokens).toBeUndefined();
});

test("tokens of one address are given to no other", async () => {
  const { config, store } = await worldWithLogin();
  await login(config, store, follow);
  const other = { ...config, launch: { type: "http" as const, url: "http://127.0.0.1:1/mcp", headers: {} } };
  expect(await store.read(other)).toBeUndefined();
  expect(await store.read(config)).toBeDefined();
  expect(await store.remove(config)).toBe(true);
});

test("a person who refuses is told why nothing came of it, and nothing is stored", async () => {
  const { world, config, store } = await worldWithLogin();
  const refuse = (url: URL): void => {
    const back = new URL(url.searchParams.get("redirect_uri") ?? "");
    back.searchParams.set("error", "access_denied");
    back.searchParams.set("state", url.searchParams.get("state") ?? "");
    void fetch(back);
  };
  await expect(login(config, store, refuse)).rejects.toMatchObject({
    code: "GNT_MCP_LOGIN",
    message: expect.stringContaining("access_denied"),
  });
  const file = join(world.state, "mcp", "tokens");
  expect(
    existsSync(file) &&
      readdirSync(file).some((name) => readFileSync(join(file, name), "utf8").includes("access_token")),
  ).toBe(false);
});

test("an answer without the state that was sent is turned away", async () => {
  const loopback = await openLoopback(() => "right", 5_000);
  expect(loopback.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  expect((await fetch(`${loopback.url}?code=evil&state=wrong`)).status).toBe(404);
  expect((await fetch(`${loopback.url}?code=evil`)).status).toBe(404);
  await fetch(`${loopback.url}?code=good&state=right`);
  expect((await loopback.answer()).get("code")).toBe("good");
  await loopback.close();
});
