import { readFileSync } from "node:fs";
import type { SearchableTool } from "../../src/tool-search/search-tools.ts";

/** One need in plain words and the tools that serve it; none of them if nothing does. */
export interface Need {
  readonly kind: string;
  readonly query: string;
  readonly serve: readonly string[];
}

function rowsOf(file: string): readonly (readonly string[])[] {
  return readFileSync(new URL(`fixtures/${file}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(" | ").map((cell) => cell.replace(/\|$/, "").trim()));
}

const fullName = (name: string) => `mcp__${name.replace("/", "__")}`;

/** The tools of `fixtures/tools.txt`. */
export function madeUpTools(): readonly SearchableTool[] {
  return rowsOf("tools.txt").map(([name = "", description = "", ...args]) => ({
    name: fullName(name),
    description,
    input: { type: "object", properties: Object.fromEntries(args.join(" | ").split(" ").map(argument)) },
  }));
}

function argument(text: string): readonly [string, object] {
  const [name = "", choices] = text.split("=");
  return [name, choices === undefined ? { type: "string" } : { enum: choices.split("|") }];
}

/** The needs of `fixtures/needs.txt`. */
export function needs(): readonly Need[] {
  return rowsOf("needs.txt").map(([kind = "", query = "", serve = ""]) => ({
    kind,
    query,
    serve: serve.split(", ").filter(Boolean).map(fullName),
  }));
}
