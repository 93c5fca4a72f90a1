import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { createScratch } from "./scratch.ts";

const { cache } = createRequire(import.meta.url);
const loaded = (name: string) => Object.keys(cache).some((file) => file.includes(`/node_modules/${name}/`));

it("imports parsers and loaders when a file needs them, not before", async () => {
  const scratch = await createScratch();
  await scratch.write("ws/package.json", { name: "x" });
  await scratch.load();
  await scratch.write("home/.config/gauntlet/settings.json", { permissions: { deny: ["Bash"] } });
  await scratch.load();
  expect({ yaml: loaded("js-yaml"), jiti: loaded("jiti") }).toEqual({
    yaml: false,
    jiti: false,
  });

  await scratch.write("ws/gauntlet.config.yaml", "tools: []");
  await scratch.load();
  expect({ yaml: loaded("js-yaml"), jiti: loaded("jiti") }).toEqual({
    yaml: true,
    jiti: false,
  });

  const settings = await scratch.write("p.mjs", "export default 1;");
  await scratch.load({ settings: JSON.stringify({ plugins: [settings] }) }).catch(() => {});
  expect(loaded("jiti")).toBe(false);

  await scratch.write("ws/gauntlet.config.yaml", "plugins: [./p.ts]");
  await scratch.write("ws/p.ts", "export default 1;");
  await scratch.trust();
  await scratch.load().catch(() => {});
  expect(loaded("jiti")).toBe(true);
});
