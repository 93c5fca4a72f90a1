import { definePlugin } from "@gauntlet/core";
import { bash } from "./bash.ts";

/** The tool itself, for packs and tests that want it without the plugin. */
export { bash } from "./bash.ts";

/** The pack of shell tools. */
export default definePlugin({ name: "@gauntlet/tools-shell", tools: [bash] });
