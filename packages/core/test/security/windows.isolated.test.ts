import { describe, expect, it, vi } from "vitest";
import type { Behavior } from "../../src/contract/decision.ts";
import { voteOnProtectedPaths } from "../../src/policy/protected-paths.ts";
import { call, context, read } from "../policy/fixtures.ts";
import { type Act, createMachine, type Machine } from "./world.ts";

// Switches are read when the modules load, so they are set before that.
vi.hoisted(() => {
  process.env["GAUNTLET_TEST"] = "1";
  process.env["GAUNTLET_TEST_PLATFORM"] = "win32";
});

const PRIVATE: Machine = { files: ["ws/private/plan.md"], rules: ["deny Read(./private/**)"] };
const EDITS: Machine = { mode: "acceptEdits" };
const BYPASS: Machine = { mode: "bypassPermissions" };

describe("a path under the rules of Windows", () => {
  it.each<[string, Machine, Act, Behavior]>([
    ["with backslashes is denied", PRIVATE, "read ws\\private\\plan.md", "deny"],
    ["with mixed slashes is denied", PRIVATE, "read ws/private\\plan.md", "deny"],
    ["with a dot at its end is denied", PRIVATE, "read ws/private/plan.md.", "deny"],
    [
      "with dots and spaces at the end of a directory is denied",
      PRIVATE,
      "read ws/private. ./plan.md",
      "deny",
    ],
    ["in other case is denied", PRIVATE, "read ws/PRIVATE/Plan.md", "deny"],
    ["that climbs with backslashes leaves the directory", EDITS, "write ws\\..\\note.txt", "ask"],
    ["with backslashes stays inside", EDITS, "write ws\\src\\a.txt", "allow"],
    ["on another drive is outside", EDITS, "write D:\\note.txt", "ask"],
    [
      "on another drive is denied by rule",
      { rules: ["deny Read(//c/users/**)"] },
      "read C:\\Users\\ada\\x",
      "deny",
    ],
    ["that depends on a drive's directory is denied", BYPASS, "read C:note.txt", "deny"],
    [
      "on a share is denied, whatever is allowed",
      { ...BYPASS, rules: ["allow Read"] },
      "read \\\\192.0.2.1\\s\\x",
      "deny",
    ],
    ["on a share with forward slashes is denied", BYPASS, "read //192.0.2.1/s/x", "deny"],
    ["of the device namespace is denied", BYPASS, "read \\\\?\\C:\\x", "deny"],
    ["of a pipe is denied", BYPASS, "write \\\\.\\pipe\\x", "deny"],
    ["of a device is denied", BYPASS, "write out\\NUL", "deny"],
    ["of a device with an ending is denied", BYPASS, "write out\\com1.txt", "deny"],
    ["of a stream is denied outside", BYPASS, "write out\\a.txt:hidden", "deny"],
    ["of a stream counts as its file inside", PRIVATE, "read ws/private/plan.md::$DATA", "deny"],
    ["of a stream is denied inside", EDITS, "write ws/a.txt:hidden", "deny"],
    ["of a device is denied inside", BYPASS, "read ws\\src\\aux", "deny"],
    ["with a short name is asked about inside", PRIVATE, "read ws/PRIVAT~1/plan.md", "ask"],
    ["with a tilde in its name is plain", EDITS, "write ws/backup~.txt", "allow"],
    ["with a short name is asked about outside", BYPASS, "write out\\SECRET~1\\x", "ask"],
    ["directly in a drive is asked about before it is removed", BYPASS, "delete C:\\Users", "ask"],
    ["deeper in a drive is not", BYPASS, "delete C:\\Users\\ada", "allow"],
    ["two deep that is in no drive is not", BYPASS, "delete /opt/ada", "allow"],
    ["of a protected file is asked about", EDITS, "write ws\\.git\\hooks\\pre-push", "ask"],
    ["of a protected file with a stream is denied", EDITS, "write ws\\.mcp.json::$DATA", "deny"],
  ])("%s", async (_title, machine, act, expected) => {
    expect(await (await createMachine(machine)).decide(act)).toBe(expected);
  });
});

describe("an odd path of Windows", () => {
  const votes = (path: string, workingDirectory: string) =>
    voteOnProtectedPaths(
      call({ effects: [read(path)] }),
      context({ workingDirectories: ["D:\\other", workingDirectory] }),
    ).map(({ behavior, why }) => `${behavior}: ${why}`);

  it.each([
    ["C:\\PROGRA~1\\ws\\a.txt", "C:\\PROGRA~1\\ws", []],
    [
      "C:\\PROGRA~1\\a.txt",
      "C:\\PROGRA~1\\ws",
      ["ask: `C:\\PROGRA~1\\a.txt` has a short name that may stand for another file"],
    ],
    [
      "C:\\PROGRA~1\\ws\\OTHERN~1\\a.txt",
      "C:\\PROGRA~1\\ws",
      ["ask: `C:\\PROGRA~1\\ws\\OTHERN~1\\a.txt` has a short name that may stand for another file"],
    ],
    ["C:\\ws\\nul", "C:\\ws", ["deny: `C:\\ws\\nul` names a device"]],
  ])("%s with the working directory %s", (path, workingDirectory, expected) => {
    expect(votes(path, workingDirectory)).toEqual(expected);
  });
});
