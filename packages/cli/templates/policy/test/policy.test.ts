import { test } from "node:test";
import { policyTester } from "@gauntlet/testing";
import policy from "../src/index.js";

test("the rules say what we mean, and leave daily work alone", () =>
  policyTester(policy, [
    { call: "Read(.env)", expect: "deny", because: "{{id}}/env" },
    { call: "Read(.env)", mode: "bypassPermissions", expect: "deny" },
    { call: "Bash(git push --force)", mode: "acceptEdits", expect: "ask", because: "{{id}}/push" },
    { call: "Bash(npm test)", expect: "allow", because: "{{id}}/test" },
    { call: "Read(src/app.js)", expect: "allow" },
    { call: "Edit(src/app.js)", mode: "acceptEdits", expect: "allow" },
  ]));
