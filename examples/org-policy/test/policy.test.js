import { test } from "node:test";
import { policyTester } from "@gauntlet/testing";
import policy from "../src/index.js";

const from = new URL("../src/index.js", import.meta.url);

test("our rules say what we mean", () =>
  policyTester(
    policy,
    [
      { call: "Bash(curl -O https://example.com/x.tgz)", expect: "deny", because: "acme/no-curl" },
      { call: "Bash(curl x)", mode: "bypassPermissions", expect: "deny" },
      {
        call: "Write(migrations/0043_orders.sql)",
        mode: "acceptEdits",
        expect: "ask",
        because: "acme/migrations",
      },
      { call: "Bash(git status)", expect: "allow" },
      {
        call: { tool: "Deploy", effects: [{ kind: "write", path: "db/migrations/0001.sql" }] },
        expect: "ask",
        because: "acme/migrations",
      },
    ],
    { from },
  ));

test("the recommended rules are there as well", () =>
  policyTester(
    policy,
    [
      { call: "Read(.env)", expect: "deny", because: "recommended/secrets/env" },
      { call: "Bash(git push)", mode: "dontAsk", expect: "deny", because: "recommended/git/push" },
    ],
    { from },
  ));

test("daily work is left alone", () =>
  policyTester(
    policy,
    [
      { call: "Read(src/app.js)", expect: "allow" },
      { call: "Edit(src/app.js)", mode: "acceptEdits", expect: "allow" },
      { call: "Bash(npm test)", mode: "bypassPermissions", expect: "allow" },
    ],
    { from },
  ));
