import { definePlugin } from "@gauntlet/core";
import { wordCount } from "./word-count.js";

export { wordCount };

/** The tools of this package as one plugin. */
export default definePlugin({ name: "{{name}}", version: "0.1.0", tools: [wordCount] });
