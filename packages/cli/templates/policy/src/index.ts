import { allow, ask, definePolicy, deny } from "@gauntlet/core";

/** Examples to be replaced. Each rule says why, and has calls that show what it means and what it does not. */
export default definePolicy({
  name: "{{name}}",
  revision: "0.1.0",
  rules: [
    deny("Read(.env)", {
      id: "{{id}}/env",
      why: "It holds secrets; ask a person for the one value you need.",
      examples: { deny: [".env"], ask: [".env.example"] },
    }),
    ask("Bash(git push *)", {
      id: "{{id}}/push",
      why: "What is pushed is seen by others; a person looks first.",
      examples: { ask: ["git push origin main", "git status"] },
    }),
    allow("Bash(npm test)", {
      id: "{{id}}/test",
      examples: { allow: ["npm test"], ask: ["npm test; npm publish", "npm install left-pad"] },
    }),
  ],
});
