import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createPlace, run } from "./command.ts";

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

// Which certificates a process trusts is settled when it starts, so this needs one of its own.
test.runIf(hasOpenssl)("a certificate is proved against the name of the URL, not the address", async () => {
  const place = await createPlace({ "yes.json": '[{ "answer": "allow", "repeat": true }]' });
  const [key, cert] = [join(place.root, "key.pem"), join(place.root, "cert.pem")];
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=site.example -addext subjectAltName=DNS:site.example -keyout ${key} -out ${cert}`;
  expect(spawnSync("openssl", args.split(" ")).status).toBe(0);
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) =>
    response.end(`hello ${request.headers.host}`),
  );
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const env = {
    GAUNTLET_TEST: "1",
    GAUNTLET_TEST_ALLOW_LOOPBACK: "1",
    GAUNTLET_TEST_DNS: '{"site.example":["127.0.0.1"],"other.example":["127.0.0.1"]}',
    NODE_EXTRA_CA_CERTS: cert,
  };
  const fetched = (host: string) => {
    const input = JSON.stringify({ url: `https://${host}:${port}/`, prompt: "x" });
    return run(place, ["call", "WebFetch", input, "--answers", "yes.json"], { env });
  };
  expect(await fetched("site.example")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`hello site.example:${port}`),
  });
  expect(await fetched("other.example")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("(ERR_TLS_CERT_ALTNAME_INVALID)"),
  });
});
