import { join } from "node:path";
import type { SessionScope } from "@gauntlet/core";
import { leftOut } from "../frontmatter.ts";
import { definitionPlaces, entriesOf } from "../places.ts";
import { readSmallFile } from "../small-file.ts";
import { readSkill, type SkillFile } from "./skill-file.ts";

const MAX_FILE_BYTES = 512 * 1024;
/** Skills that are looked at. */
const MAX_SKILLS = 1_000;

/**
 * All skills of a session by name. Of two with one name the person's counts before the project's, and in the project
 * the nearest. A folder without a readable `SKILL.md` is left out, which is logged.
 */
export async function loadSkills(
  scope: Pick<SessionScope, "cwd" | "home" | "isTrusted" | "log">,
): Promise<ReadonlyMap<string, SkillFile>> {
  const places = definitionPlaces(scope, "skills");
  const files = ["user", "project"]
    .flatMap((source) => places.filter((place) => place.source === source))
    .flatMap(({ directory }) => entriesOf(directory).map((entry) => join(directory, entry.name, "SKILL.md")));
  if (files.length > MAX_SKILLS) scope.log.warn(`only ${MAX_SKILLS} of ${files.length} skills are read`);
  const found = new Map<string, SkillFile>();
  for (const file of files.slice(0, MAX_SKILLS)) {
    try {
      const skill = await readSkill(await readSmallFile(file, MAX_FILE_BYTES), file);
      if (!found.has(skill.name)) found.set(skill.name, skill);
    } catch (thrown) {
      if (!isMissing(thrown)) scope.log.warn(leftOut(file, thrown));
    }
  }
  return found;
}

/** A folder without the file, or a file where a folder would be, says nothing about skills. */
const isMissing = (thrown: unknown): boolean =>
  ["ENOENT", "ENOTDIR"].includes(String((thrown as NodeJS.ErrnoException).code));
