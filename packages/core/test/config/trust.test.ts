import { mkdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTrustStore } from "../../src/config/trust.ts";
import { createScratch, failure } from "./scratch.ts";

describe("the trust store", () => {
  it("trusts nothing before somebody says so", async () => {
    const scratch = await createScratch();
    const store = createTrustStore(scratch.state, scratch.home);
    expect(await store.status(scratch.ws)).toEqual({ trusted: false, changed: [], changes: [] });
    expect(await store.isTrusted(scratch.at("nowhere"))).toBe(false);
  });

  it("covers the directory and what is below it, not its neighbours or parents", async () => {
    const scratch = await createScratch();
    await mkdir(scratch.at("ws/a/b"), { recursive: true });
    await mkdir(scratch.at("ws2"));
    const store = createTrustStore(scratch.state, scratch.home);
    await store.trust(scratch.at("ws/a"));
    const trusted = async (dir: string) => store.isTrusted(scratch.at(dir));
    expect(await trusted("ws/a")).toBe(true);
    expect(await trusted("ws/a/b")).toBe(true);
    expect(await trusted("ws")).toBe(false);
    expect(await trusted("ws2")).toBe(false);
  });

  it.each(["/", "home", "home/.."])("lets %s cover only itself", async (dir) => {
    const scratch = await createScratch();
    await mkdir(scratch.at("home/project"));
    const store = createTrustStore(scratch.state, scratch.home);
    const path = dir === "/" ? "/" : scratch.at(dir);
    await store.trust(path);
    expect(await store.isTrusted(path)).toBe(true);
    expect(await store.isTrusted(scratch.at("home/project"))).toBe(false);
    expect(await store.isTrusted(scratch.ws)).toBe(false);
  });

  it("follows links, so that a link out of a trusted directory leads out of trust", async () => {
    const scratch = await createScratch();
    await mkdir(scratch.at("elsewhere"));
    await symlink(scratch.at("elsewhere"), scratch.at("ws/link"));
    await symlink(scratch.ws, scratch.at("way-in"));
    const store = createTrustStore(scratch.state, scratch.home);
    expect(await store.trust(scratch.at("way-in"))).toBe(scratch.ws);
    expect(await store.isTrusted(scratch.at("ws/link"))).toBe(false);
    expect(await store.isTrusted(scratch.at("way-in"))).toBe(true);
  });

  it.each<[string, (scratch: Awaited<ReturnType<typeof createScratch>>) => Promise<unknown>, string]>([
    [
      "edited",
      async ({ write }) => write("ws/gauntlet.config.ts", "export default { tools: [] }"),
      "gauntlet.config.ts",
    ],
    ["removed", async ({ at }) => rm(at("ws/gauntlet.config.ts")), "gauntlet.config.ts"],
    ["added", async ({ write }) => write("ws/.gauntletrc", "tools: []"), ".gauntletrc"],
    [
      "added to package.json",
      async ({ write }) => write("ws/package.json", { gauntlet: {} }),
      "package.json",
    ],
  ])("ends when a configuration is %s", async (title, change, name) => {
    const scratch = await createScratch();
    await scratch.write("ws/gauntlet.config.ts", "export default {}");
    await scratch.write("ws/package.json", { name: "x" });
    await mkdir(scratch.at("ws/below"));
    const store = createTrustStore(scratch.state, scratch.home);
    await store.trust(scratch.ws);
    await change(scratch);
    const file = join(scratch.ws, name);
    const how = title.startsWith("added") ? "added" : title === "removed" ? "removed" : "changed";
    const expected = { trusted: false, changed: [file], changes: [{ file, how }], root: scratch.ws };
    expect(await store.status(scratch.ws)).toEqual(expected);
    expect(await store.status(scratch.at("ws/below"))).toEqual(expected);
    await store.trust(scratch.ws);
    expect(await store.isTrusted(scratch.ws)).toBe(true);
  });

  it("does not mind other changes of the package file", async () => {
    const scratch = await createScratch();
    await scratch.write("ws/package.json", { gauntlet: { tools: ["Read"] } });
    const store = createTrustStore(scratch.state, scratch.home);
    await store.trust(scratch.ws);
    await scratch.write("ws/package.json", { dependencies: { a: "1" }, gauntlet: { tools: ["Read"] } });
    expect(await store.isTrusted(scratch.ws)).toBe(true);
  });

  it("keeps its file private and lets other stores read it", async () => {
    const scratch = await createScratch();
    await createTrustStore(scratch.state, scratch.home).trust(scratch.ws);
    const file = join(scratch.state, "trust.json");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(scratch.state)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      version: 1,
      directories: { [scratch.ws]: {} },
    });
    expect(await createTrustStore(scratch.state, scratch.home).isTrusted(scratch.ws)).toBe(true);
  });

  it.each([
    ["{", "JSON in"],
    ['{"version": 2, "directories": {}}', "trust store"],
    ['{"version": 1, "directories": {"/": 1}}', "trust store"],
    ["null", "trust store"],
  ])("trusts nothing and says so when its file holds %s", async (text, message) => {
    const scratch = await createScratch();
    await scratch.write("state/trust.json", text);
    const store = createTrustStore(scratch.state, scratch.home);
    const asked = await failure(store.isTrusted(scratch.ws));
    expect(asked).toMatchObject({ code: "GNT_CONFIG_READ", message: expect.stringContaining(message) });
    expect(await failure(store.trust(scratch.ws))).toEqual(asked);
  });

  it("refuses to trust what is no directory", async () => {
    const scratch = await createScratch();
    const store = createTrustStore(scratch.state, scratch.home);
    expect((await failure(store.trust(scratch.at("nowhere")))).code).toBe("GNT_CONFIG_INVALID");
  });
});
