import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer as createPlainServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, type SecureContextOptions } from "node:tls";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";

vi.hoisted(() => {
  process.env["GAUNTLET_TEST"] = "1";
  process.env["GAUNTLET_TEST_ALLOW_LOOPBACK"] = "1";
});

const { openSocket } = await import("../../src/net/open-socket.ts");
const { signal } = new AbortController();
const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
let keys: SecureContextOptions = {};
let root = "";

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "gauntlet-tls-"));
  if (!hasOpenssl) return;
  const [key, cert] = [join(root, "key.pem"), join(root, "cert.pem")];
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=site.example -addext subjectAltName=DNS:site.example -keyout ${key} -out ${cert}`;
  const { status, stderr } = spawnSync("openssl", args.split(" "));
  if (status !== 0) throw new Error(String(stderr));
  keys = { key: readFileSync(key), cert: readFileSync(cert) };
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function listening(server: ReturnType<typeof createPlainServer>): Promise<number> {
  server.on("connection", (socket) => socket.on("error", () => undefined).resume());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

test("connects to the checked address, whatever the name resolves to", async () => {
  const port = await listening(createPlainServer((socket) => socket.end("hello")));
  const socket = await openSocket({
    url: new URL(`http://no-such-host.example:${port}/`),
    addresses: ["127.0.0.1"],
    signal,
  });
  expect(socket.remoteAddress).toBe("127.0.0.1");
  socket.destroy();
});

test("tries the next address where one does not answer", async () => {
  const port = await listening(createPlainServer((socket) => socket.end()));
  const url = new URL(`http://site.example:${port}/`);
  const socket = await openSocket({ url, addresses: ["127.0.0.9", "127.0.0.1"], signal });
  socket.destroy();
});

test("refuses an address that is not public, even one that was not checked before", async () => {
  const url = new URL("http://site.example:9/");
  await expect(
    openSocket({ url, addresses: ["10.255.255.1"], signal: AbortSignal.abort(new Error("stop")) }),
  ).rejects.toThrow("stop");
  await expect(openSocket({ url, addresses: [], signal })).rejects.toThrow("No connection");
});

test.runIf(hasOpenssl)("takes no certificate that nobody vouches for", async () => {
  const port = await listening(createServer(keys).on("tlsClientError", () => undefined));
  const destination = { url: new URL(`https://site.example:${port}/`), addresses: ["127.0.0.1"], signal };
  await expect(openSocket(destination)).rejects.toThrow("(DEPTH_ZERO_SELF_SIGNED_CERT)");
});

test("tells a server that speaks no TLS from one that is not there", async () => {
  const port = await listening(
    createPlainServer((socket) => socket.on("error", () => undefined).end("HTTP/1.1 400 no\r\n\r\n")),
  );
  const url = new URL(`https://site.example:${port}/`);
  await expect(openSocket({ url, addresses: ["127.0.0.1"], signal })).rejects.toThrow(
    /WRONG_VERSION|EPROTO|ECONNRESET/,
  );
});
