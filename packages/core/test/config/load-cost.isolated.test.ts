import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { createScratch } from "./scratch.ts";

const { cache } = createRequire(import.meta.url);
const isJitiLoaded = () => Object.keys(cache).some((file) => file.includes("/node_modules/jiti/"));

it("imports the TypeScript loader when a trusted file needs it, not before", async () => {
  const scratch = await createScratch();
  await scratch.write("ws/package.json", { name: "x" });
  await scratch.load();
  await scratch.write("home/.config/gauntlet/settings.json", { permissions: { deny: ["Bash"] } });
  await scratch.load();
  expect(isJitiLoaded()).toBe(false);

  await scratch.write("ws/gauntlet.config.yaml", "tools: []");
  await scratch.load();
  expect(isJitiLoaded()).toBe(false);

  const settings = await scratch.write("p.mjs", "export default 1;");
  await scratch.load({ settings: JSON.stringify({ plugins: [settings] }) }).catch(() => {});
  expect(isJitiLoaded()).toBe(false);

  await scratch.write("ws/gauntlet.config.yaml", "plugins: [./p.ts]");
  await scratch.write("ws/p.ts", "export default 1;");
  await scratch.trust();
  await scratch.load().catch(() => {});
  expect(isJitiLoaded()).toBe(true);
});
