import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { findBackend } from "../../src/sandbox/backend.ts";
import type { SandboxProfile } from "../../src/sandbox/sandbox-launch.ts";
import {
  type SeatbeltConfig,
  type SeatbeltRuntime,
  seatbeltConfig,
  seatbeltHosts,
} from "../../src/sandbox/seatbelt.ts";

const PROFILE: SandboxProfile = {
  cwd: "/w/sub",
  writable: ["/w", "/x/[a]*"],
  fixed: ["/w/.git/hooks"],
  readable: ["/w"],
  hidden: [{ path: "/h/.ssh", isDirectory: true }],
  reach: { hosts: [{ host: "a.test" }, { host: "127.0.0.1", port: 8080 }], domains: ["*.b.test"] },
};

const find = (platform: NodeJS.Platform, more: Partial<Parameters<typeof findBackend>[0]> = {}) =>
  findBackend({ platform, searchPath: "/no/such", sharesNetwork: false, ...more });

describe("the sandbox of a platform", () => {
  test.each<[NodeJS.Platform, string]>([
    ["linux", "the program `bwrap` (package `bubblewrap`) is not installed"],
    ["win32", "there is one for Linux and macOS only"],
    ["freebsd", "there is one for Linux and macOS only"],
  ])("of %s is not there: %s", async (platform, problem) => {
    expect(await find(platform)).toEqual({ problem });
  });

  test("of macOS needs its library, in a version that tells commands apart", async () => {
    const missing = async (): Promise<unknown> => {
      throw new Error("Cannot find package\nsomewhere");
    };
    expect(await find("darwin", { load: missing })).toEqual({
      problem: "the package `@anthropic-ai/sandbox-runtime` cannot be loaded (Cannot find package)",
    });
    expect(await find("darwin", { load: async () => ({ SandboxManager: {} }) })).toEqual({
      problem: "the package `@anthropic-ai/sandbox-runtime` is of another version than 0.0.83",
    });
  });

  test("of macOS does not share the network", async () => {
    expect(await find("darwin", { sharesNetwork: true })).toEqual({
      problem: "`network: always` is for Linux only; name `domains` instead",
    });
  });
});

describe("what macOS is given", () => {
  test("is the profile, with names on disk that are no patterns, and no host for all", () => {
    expect(seatbeltConfig(PROFILE, "/tmp/own")).toEqual({
      network: { allowedDomains: [], deniedDomains: [], allowLocalBinding: true },
      filesystem: {
        denyRead: [{ path: "/h/.ssh", literal: true }],
        allowWrite: [
          { path: "/w", literal: true },
          { path: "/x/[a]*", literal: true },
          { path: "/tmp/own", literal: true },
        ],
        denyWrite: [{ path: "/w/.git/hooks", literal: true }],
      },
    });
  });

  test("are hosts with their ports, for each command by itself", () => {
    expect(seatbeltHosts(PROFILE)).toEqual([
      "a.test:80",
      "a.test:443",
      "127.0.0.1:8080",
      "*.b.test:80",
      "*.b.test:443",
    ]);
  });

  test("is registered while the command runs, under a name nobody guesses", async () => {
    const calls: unknown[] = [];
    const runtime: SeatbeltRuntime = {
      initialize: async (config: SeatbeltConfig) =>
        void calls.push(["initialize", config.filesystem.allowWrite]),
      wrapWithSandboxArgv: async (command, shell, config, _, cwd, { commandId }) => {
        calls.push(["wrap", command, shell, config.filesystem.denyWrite, cwd, commandId.length]);
        return { argv: ["wrapped"] };
      },
      registerCommandNetworkLists: (id, { allowedDomains }) =>
        void calls.push(["register", id.length, allowedDomains.length]),
      unregisterCommandNetworkLists: (id) => void calls.push(["unregister", id.length]),
    };
    const backend = await find("darwin", { load: async () => ({ SandboxManager: runtime }) });
    if ("problem" in backend) throw new Error(backend.problem);
    const launch = backend.launch(PROFILE);
    expect(await launch.open(["/bin/bash", "-c", "echo 'a b'"], false)).toEqual(["wrapped"]);
    const scratch = launch.env["TMPDIR"] ?? dirname("");
    expect(existsSync(scratch)).toBe(true);
    launch.close();
    expect(existsSync(scratch)).toBe(false);
    expect(calls).toEqual([
      ["initialize", []],
      ["register", 24, 5],
      [
        "wrap",
        `'/bin/bash' '-c' 'echo '\\''a b'\\'''`,
        "bash",
        [{ path: "/w/.git/hooks", literal: true }],
        "/w/sub",
        24,
      ],
      ["unregister", 24],
    ]);
  });
});
