import { describe, expect, it } from "vitest";
import { matchCommand } from "../../src/policy/match-command.ts";

describe("matchCommand", () => {
  it.each([
    ["npm run build", "npm run build", true],
    ["npm run build", "npm run build -- --out ..", false],
    ["npm run build", "npm run buildx", false],
    ["ls *", "ls", true],
    ["ls *", "ls -la", true],
    ["ls *", "lsof", false],
    ["ls *", "ls\n-la", false],
    ["ls*", "lsof", true],
    ["ls*", "ls", true],
    ["ls:*", "ls", true],
    ["ls:*", "ls -la /", true],
    ["ls:*", "lsof", false],
    ["git log:*", "git logout", false],
    ["git log:*", "git log --oneline", true],
    ["git:log *", "git:log x", true],
    ["git:log *", "git log x", false],
    ["git * main", "git push origin main", true],
    ["git * main", "git push main origin", false],
    ["* --version", "node --version", true],
    ["git * --force *", "git push --force", true],
    ["echo *", "echo a\nb", true],
    ["rm **", "rm -rf x", true],
    ["rm **", "rm", true],
    ["rm **", "rmdir x", false],
    ["git * main", "git", false],
    ["git * main", "git main", false],
    ["git\nlog *", "git\nlog", true],
    ["a.c *", "abc x", false],
    ["$(x) *", "$(x) y", true],
  ])("%j on %j is %s", (pattern, text, expected) => {
    expect(matchCommand(pattern, text)).toBe(expected);
  });
});
