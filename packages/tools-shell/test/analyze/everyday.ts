import { readFileSync } from "node:fs";

const [lines = "", ...longer] = readFileSync(new URL("everyday.txt", import.meta.url), "utf8").split(
  "\n%%\n",
);

/** Harmless commands of everyday work, for a place with files to work on: one a line, then the longer ones. */
export const EVERYDAY: readonly string[] = [...lines.split("\n"), ...longer];
