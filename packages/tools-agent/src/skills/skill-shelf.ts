import { defineResource } from "@gauntlet/core";
import { loadSkills } from "./load-skills.ts";
import type { SkillFile } from "./skill-file.ts";

/** What a session knows of skills: the same for its subagents. */
export interface SkillShelf {
  readonly session: string;
  readonly skills: ReadonlyMap<string, SkillFile>;
}

export const skillShelf = defineResource<SkillShelf>({
  name: "skills",
  isShared: true,
  open: async (scope) => ({ session: scope.session, skills: await loadSkills(scope) }),
  close: async () => undefined,
});
