import { searchTools } from "@gauntlet/core/tool-search";
import type { SkillFile } from "./skill-file.ts";

const MOST = 5;

/** The skills that words could mean, the likeliest first. */
export function nearestSkills(words: string, skills: readonly SkillFile[]): readonly SkillFile[] {
  const candidates = skills.map(({ name, description }) => ({ name, description, input: {} }));
  const matches = searchTools(candidates, words, { limit: MOST });
  return matches.flatMap(({ name }) => skills.filter((one) => one.name === name));
}
