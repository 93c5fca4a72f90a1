import { join } from "node:path";
import type { SessionScope } from "@gauntlet/core";
import { leftOut } from "../frontmatter.ts";
import { definitionPlaces, entriesOf } from "../places.ts";
import { readSmallFile } from "../small-file.ts";
import { BUILTIN_AGENTS } from "./builtin-agents.ts";
import { type AgentDefinition, readDefinition } from "./definition.ts";

const MAX_FILE_BYTES = 256 * 1024;
const MAX_DEPTH = 3;
/** Definitions that are looked at. */
const MAX_FILES = 500;

/**
 * All types of subagents of a session, by name; of two with one name the stronger counts (`definitionPlaces`), and those
 * of this package are the weakest. A file that is none is left out, which is logged.
 */
export async function loadDefinitions(
  scope: Pick<SessionScope, "cwd" | "home" | "isTrusted" | "log">,
): Promise<ReadonlyMap<string, AgentDefinition>> {
  const found = new Map<string, AgentDefinition>();
  const files = definitionPlaces(scope, "agents").flatMap(({ directory }) => markdownFiles(directory));
  if (files.length > MAX_FILES) scope.log.warn(`only ${MAX_FILES} of ${files.length} agent files are read`);
  for (const file of files.slice(0, MAX_FILES)) {
    try {
      const definition = await readDefinition(await readSmallFile(file, MAX_FILE_BYTES), file);
      if (!found.has(definition.name)) found.set(definition.name, definition);
    } catch (thrown) {
      scope.log.warn(leftOut(file, thrown));
    }
  }
  for (const definition of BUILTIN_AGENTS)
    if (!found.has(definition.name)) found.set(definition.name, definition);
  return found;
}

function markdownFiles(directory: string, depth = MAX_DEPTH): readonly string[] {
  return entriesOf(directory).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return depth > 1 ? markdownFiles(path, depth - 1) : [];
    return entry.name.endsWith(".md") ? [path] : [];
  });
}
