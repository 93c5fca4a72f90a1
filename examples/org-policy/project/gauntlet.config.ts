import { defineConfig } from "@gauntlet/core";

export default defineConfig({
  extends: ["@acme/gauntlet-policy"],
  permissions: {
    allow: ["Bash(npm test)"],
  },
});
