import { definePlugin } from "@gauntlet/core";

/** The pack of web tools. It is only a frame so far: its tools come in a later version. */
export default definePlugin({ name: "@gauntlet/tools-web", tools: [] });
