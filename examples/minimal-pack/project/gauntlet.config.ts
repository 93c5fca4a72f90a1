// file: examples/minimal-pack/project/gauntlet.config.ts
import { defineConfig } from "@gauntlet/core";

export default defineConfig({
  plugins: ["gauntlet-pack-lines"],
  permissions: {
    allow: ["LineCount"],
  },
});
