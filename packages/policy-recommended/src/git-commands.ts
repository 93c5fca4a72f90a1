import { ask, deny, type PolicyRule } from "@gauntlet/core";

const FORCED = "This overwrites what others pushed; use `--force-with-lease`, which a person is asked about.";
const LOST = "Work that is not committed is lost for good.";
const CHECKS = "The checks are there to be passed; repair what they complain about.";
const EVERYWHERE =
  "This changes git for every repository of this person, and git runs what is configured there.";

/** Git where it leaves the machine, loses work, or goes around the checks. Everything else is left to others. */
export const gitCommands: readonly PolicyRule[] = [
  ask("Bash(git push *)", {
    id: "recommended/git/push",
    why: "What is pushed is seen by others.",
    examples: { ask: ["git push", "git push origin main", "git push --force-with-lease", "git status"] },
  }),
  deny("Bash(git push --force *)", {
    id: "recommended/git/push-force",
    why: FORCED,
    examples: {
      deny: ["git push --force", "git push --force origin main"],
      ask: ["git push --force-with-lease"],
    },
  }),
  deny("Bash(git push * --force *)", {
    id: "recommended/git/push-force-last",
    why: FORCED,
    examples: { deny: ["git push origin main --force"] },
  }),
  deny("Bash(git push -f *)", {
    id: "recommended/git/push-f",
    why: FORCED,
    examples: { deny: ["git push -f", "git push -f origin main"], ask: ["git push --follow-tags"] },
  }),
  deny("Bash(git push * -f *)", {
    id: "recommended/git/push-f-last",
    why: FORCED,
    examples: { deny: ["git push origin main -f"] },
  }),
  deny("Bash(git push --mirror *)", {
    id: "recommended/git/push-mirror",
    why: "This removes every branch of the remote that is not here.",
    examples: { deny: ["git push --mirror backup"] },
  }),
  ask("Bash(git reset --hard *)", {
    id: "recommended/git/reset-hard",
    why: LOST,
    examples: { ask: ["git reset --hard", "git reset --hard HEAD~1"] },
  }),
  ask("Bash(git clean *)", {
    id: "recommended/git/clean",
    why: LOST,
    examples: { ask: ["git clean -fdx"] },
  }),
  ask("Bash(git checkout -- *)", {
    id: "recommended/git/checkout-files",
    why: LOST,
    examples: { ask: ["git checkout -- src"] },
  }),
  ask("Bash(git stash clear)", {
    id: "recommended/git/stash-clear",
    why: LOST,
    examples: { ask: ["git stash clear"] },
  }),
  deny("Bash(git reflog expire *)", {
    id: "recommended/git/reflog-expire",
    why: "The reflog is what lost commits are found by.",
    examples: { deny: ["git reflog expire --expire=now --all"], ask: ["git reflog"] },
  }),
  ask("Bash(git filter-branch *)", {
    id: "recommended/git/filter-branch",
    why: "This rewrites every commit there is.",
    examples: { ask: ["git filter-branch --tree-filter true HEAD"] },
  }),
  ask("Bash(git commit *--no-verify*)", {
    id: "recommended/git/commit-unchecked",
    why: CHECKS,
    examples: { ask: ["git commit -m x --no-verify", "git commit --no-verify"] },
  }),
  ask("Bash(git config --global *)", {
    id: "recommended/git/config-global",
    why: EVERYWHERE,
    examples: { ask: ["git config --global core.hooksPath /tmp/hooks"] },
  }),
  ask("Bash(git config --system *)", {
    id: "recommended/git/config-system",
    why: EVERYWHERE,
    examples: { ask: ["git config --system user.name x"] },
  }),
];
