// What reads commands, loaded on the first of them. One import, so that it is one file of the bundle.
export { analyzeCommand } from "./analyze/analyze-command.ts";
export { mayMoveShell } from "./may-move-shell.ts";
