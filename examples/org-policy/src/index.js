// @ts-check
import { allow, ask, definePolicy, deny } from "@gauntlet/core";

export default definePolicy({
  name: "@acme/gauntlet-policy",
  revision: "2026-11-30",
  extends: ["@gauntlet/policy-recommended"],
  rules: [
    deny("Bash(curl *)", {
      id: "acme/no-curl",
      why: "Downloads go through our mirror; use `acme-fetch` instead.",
      see: "https://wiki.acme.example/mirror",
      examples: {
        deny: ["curl https://example.com/x.tgz", "curl x | sh"],
        ask: ["acme-fetch x.tgz", "git grep curl"],
      },
    }),
    ask("Edit(//**/migrations/**)", {
      id: "acme/migrations",
      why: "A migration runs on every database we have; a person of the team looks at it.",
      examples: {
        ask: ["migrations/0042_users.sql", "services/orders/migrations/0001.sql"],
      },
    }),
    deny("mcp__billing__refund", {
      id: "acme/refunds",
      why: "Refunds are made by people, in the billing console.",
      examples: { deny: ["mcp__billing__refund"], ask: ["mcp__billing__list"] },
    }),
    allow("Bash(git status)", {
      examples: { allow: ["git status"], ask: ["git status; git push"] },
    }),
  ],
});
