import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createSocketServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LocatedEffect } from "@gauntlet/core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { bash } from "../../src/bash.ts";
import { probeBubblewrap } from "../../src/sandbox/bubblewrap.ts";
import { isReachable, readTarget } from "../../src/sandbox/reachable-hosts.ts";
import { createSandboxProxy, type SandboxProxy } from "../../src/sandbox/sandbox-proxy.ts";
import { createWorkplace, type Workplace } from "../context.ts";

const probe = await probeBubblewrap(process.env["PATH"]);
const problem = "problem" in probe ? probe.problem : undefined;

let [allowed, other]: [Server, Server] = [createServer(), createServer()];
const portOf = (server: Server): number => (server.address() as AddressInfo).port;
let asked: string[] = [];
beforeAll(async () => {
  const serve = (name: string): Server =>
    createServer((request, response) => {
      asked.push(`${name} ${request.method} ${request.url} ${request.headers.host}`);
      response.end(`${name}\n`);
    });
  [allowed, other] = [serve("allowed"), serve("other")];
  for (const server of [allowed, other])
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(() => {
  for (const server of [allowed, other]) server.close();
});
beforeEach(() => {
  asked = [];
});

describe("which host may be reached", () => {
  const reach = {
    hosts: [
      { host: "Named.TEST." },
      { host: "x.test", port: 8080 },
      { host: "127.1" },
      { host: "[::1]", port: 9 },
    ],
    domains: ["listed.test", "*.wide.test"],
  };
  test.each<[string, boolean]>([
    ["named.test:443", true],
    ["NAMED.test.:80", true],
    ["named.test:22", false],
    ["sub.named.test:443", false],
    ["notnamed.test:443", false],
    ["named.test.evil:443", false],
    ["named.test@evil.test:443", false],
    ["x.test:8080", true],
    ["x.test:443", false],
    ["127.0.0.1:80", true],
    ["0x7f000001:80", true],
    ["127.0.0.2:80", false],
    ["[::1]:9", true],
    ["[0:0:0:0:0:0:0:1]:9", true],
    ["listed.test:443", true],
    ["a.listed.test:443", false],
    ["listed.test:8443", false],
    ["a.wide.test:443", true],
    ["b.a.wide.test:443", true],
    ["wide.test:443", false],
    ["evilwide.test:443", false],
    ["named.test", false],
    ["named.test/:443", false],
    ["named.test#:443", false],
    ["http://named.test:443", false],
    ["", false],
  ])("%s: %s", (text, expected) => {
    const target = readTarget(text);
    expect(target !== undefined && isReachable(reach, target).allowed).toBe(expected);
  });
});

describe("the proxy", () => {
  let directory: string;
  let proxy: SandboxProxy;
  const socket = (): string => join(directory, "proxy");
  beforeEach(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), "proxy-")));
  });
  afterEach(() => {
    proxy.close();
    rmSync(directory, { recursive: true });
  });

  /** What comes back for a request as it is sent. */
  const send = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const client = connect(socket(), () => client.write(text));
      let answer = "";
      client.on("data", (bytes) => {
        answer += bytes.toString();
        if (answer.startsWith("HTTP/1.1 200 Connection")) client.end();
      });
      client.on("close", () => resolve(answer));
      client.on("error", reject);
    });
  const get = (url: string, headers = ""): Promise<string> =>
    send(`GET ${url} HTTP/1.1\r\nHost: elsewhere.test\r\nConnection: close\r\n${headers}\r\n`);

  test("hands on a request, with the host that was checked", async () => {
    proxy = createSandboxProxy({ hosts: [{ host: "127.0.0.1", port: portOf(allowed) }], domains: [] });
    await proxy.open(socket());
    expect(await get(`http://127.0.0.1:${portOf(allowed)}/a?b`, "Proxy-Authorization: x\r\n")).toMatch(
      /allowed/,
    );
    expect(asked).toEqual([`allowed GET /a?b 127.0.0.1:${portOf(allowed)}`]);
    expect(proxy.refused).toEqual([]);
  });

  test.each([
    ["another port", () => `http://127.0.0.1:${portOf(other)}/`],
    ["another host", () => "http://y.test/"],
    ["a name for the same address", () => `http://localhost:${portOf(allowed)}/`],
  ])("refuses %s and says so", async (_, url) => {
    proxy = createSandboxProxy({ hosts: [{ host: "127.0.0.1", port: portOf(allowed) }], domains: [] });
    await proxy.open(socket());
    expect(await get(url())).toMatch(/^HTTP\/1.1 403/);
    expect(await send(`CONNECT ${new URL(url()).host}:80 HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1.1 403/);
    expect(proxy.refused.length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });

  test("refuses what is no request to a proxy", async () => {
    proxy = createSandboxProxy({ hosts: [{ host: "127.0.0.1" }], domains: [] });
    await proxy.open(socket());
    expect(await get("/")).toMatch(/^HTTP\/1.1 400/);
    expect(await get("ftp://127.0.0.1/")).toMatch(/^HTTP\/1.1 400/);
    expect(await send("CONNECT 127.0.0.1 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 403/);
  });

  test.each([
    ["127.0.0.1"],
    ["10.0.0.1"],
    ["169.254.169.254"],
    ["192.168.1.1"],
    ["100.64.0.1"],
    ["::1"],
    ["::ffff:127.0.0.1"],
    ["fd00::1"],
    ["fe80::1"],
    ["64:ff9b::7f00:1"],
  ])("a name that leads to %s is refused, whatever else it leads to", async (address) => {
    const resolve = vi.fn(async () => ["93.184.215.14", address]);
    proxy = createSandboxProxy({ hosts: [{ host: "x.test" }], domains: ["y.test"] }, resolve);
    await proxy.open(socket());
    expect(await get("http://x.test/")).toMatch(/^HTTP\/1.1 403/);
    expect(await send("CONNECT y.test:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 403/);
    expect(proxy.refused).toEqual(["x.test:80", "y.test:443"]);
  });

  test("a name is resolved once, and the connection goes to that address", async () => {
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const resolve = vi.fn(async () => answers.shift() ?? []);
    proxy = createSandboxProxy(
      { hosts: [{ host: "localhost", port: portOf(allowed) }], domains: [] },
      resolve,
    );
    await proxy.open(socket());
    const connected = `CONNECT localhost:${portOf(allowed)} HTTP/1.1\r\n\r\n`;
    expect(await send(connected)).toMatch(/^HTTP\/1.1 200/);
    expect(await send(connected)).toMatch(/^HTTP\/1.1 200/);
    expect(resolve).toHaveBeenCalledTimes(1);
  });

  test("a look-up that failed is tried again", async () => {
    const answers = [() => Promise.reject(new Error("EAI_AGAIN")), () => Promise.resolve(["127.0.0.1"])];
    const host = { host: "localhost", port: portOf(allowed) };
    proxy = createSandboxProxy({ hosts: [host], domains: [] }, async () => (await answers.shift()?.()) ?? []);
    await proxy.open(socket());
    const connected = `CONNECT localhost:${portOf(allowed)} HTTP/1.1\r\n\r\n`;
    expect(await send(connected)).toMatch(/^HTTP\/1.1 403/);
    expect(await send(connected)).toMatch(/^HTTP\/1.1 200/);
  });

  test("what is refused on one port is asked again for the one that is named", async () => {
    const host = { host: "localhost", port: portOf(allowed) };
    proxy = createSandboxProxy({ hosts: [host], domains: ["localhost"] }, async () => ["127.0.0.1"]);
    await proxy.open(socket());
    expect(await send("CONNECT localhost:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 403/);
    expect(await send(`CONNECT localhost:${portOf(allowed)} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1.1 200/);
  });

  test("`localhost` that leads elsewhere is refused", async () => {
    proxy = createSandboxProxy({ hosts: [{ host: "localhost" }], domains: [] }, async () => ["192.168.1.1"]);
    await proxy.open(socket());
    expect(await get("http://localhost/")).toMatch(/^HTTP\/1.1 403/);
  });
});

describe.skipIf(problem)(
  `a sandboxed command${problem === undefined ? "" : ` (skipped: ${problem})`}`,
  () => {
    let place: Workplace;
    beforeEach(async () => {
      place = await createWorkplace({ sandbox: { enabled: true, required: true } });
    });
    afterEach(() => place.remove());
    const run = async (command: string, hosts: readonly string[]): Promise<string> => {
      const effects = [
        { kind: "exec", text: command },
        ...hosts.map((host) => ({ kind: "connect", host, port: portOf(allowed) })),
      ] as readonly LocatedEffect[];
      try {
        return (await bash.execute({ command }, place.context({ effects }))).text;
      } catch (thrown) {
        return (thrown as Error).message;
      }
    };
    const url = (server: Server): string => `http://127.0.0.1:${portOf(server)}/`;

    test("reaches the host it was allowed to contact, by requests and by tunnels", async () => {
      const command = `curl -sS ${url(allowed)}; curl -sSp ${url(allowed)}`;
      expect(await run(command, ["127.0.0.1"])).toBe("allowed\nallowed\n");
    });

    test("reaches no other one, by whatever way, and is told", async () => {
      const command = `curl -sS ${url(other)}; curl -sSp ${url(other)}; curl -sS --noproxy '*' ${url(allowed)}; echo > /dev/tcp/127.0.0.1/${portOf(allowed)}`;
      const text = await run(command, ["127.0.0.1"]);
      expect(text).toContain(`The sandbox refused to connect to 127.0.0.1:${portOf(other)}:`);
      expect(text).toContain(`the network is off but for 127.0.0.1:${portOf(allowed)}`);
      expect(asked).toEqual([]);
    });

    test("reaches servers of its own beside", async () => {
      const serve = `node -e 'require("http").createServer((q, r) => r.end("own\\n")).listen(8123, "127.0.0.1", () => console.log("up"))'`;
      expect(
        await run(
          `coproc ${serve}; read -r line <&"\${COPROC[0]}"; curl -sS http://127.0.0.1:8123/; kill $COPROC_PID`,
          ["x.test"],
        ),
      ).toContain("own\n");
    });

    test("keeps its directory, exit code and signal", async () => {
      mkdirSync(join(place.cwd, "sub"));
      expect(await run("cd sub; exit 7", ["x.test"])).toContain("exit code 7");
      expect(await run("pwd", ["x.test"])).toBe(`${place.cwd}/sub\n`);
      expect(await run("kill -KILL $$", ["x.test"])).toMatch(/SIGKILL|exit code 137/);
    });

    test("is stopped at the time-out, and the way out is gone with it", async () => {
      const effects = [{ kind: "connect", host: "x.test" }] as const;
      await expect(
        bash.execute(
          { command: "echo $http_proxy; sleep 300; true", timeout: 400 },
          place.context({ effects }),
        ),
      ).rejects.toThrow("timed out");
      expect(await run("ls -d /tmp/gauntlet-net-*", ["x.test"])).toMatch(/^\/tmp\/gauntlet-net-\w+\n$/);
      const [, left = ""] =
        /(\/tmp\/gauntlet-net-\w+)/.exec(await run("ls -d /tmp/gauntlet-net-*", ["x.test"])) ?? [];
      expect(existsSync(left)).toBe(false);
    });

    test("does not reach services of the session", async () => {
      const agent = join(place.cwd, "agent");
      const server = createSocketServer();
      await new Promise<void>((done) => server.listen(agent, done));
      vi.stubEnv("SSH_AUTH_SOCK", agent);
      expect(await run(`test -S ${agent} && echo there || echo gone`, [])).toBe("gone\n");
      vi.unstubAllEnvs();
      server.close();
    });
  },
);
