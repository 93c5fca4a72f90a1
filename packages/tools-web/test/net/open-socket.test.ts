import { type AddressInfo, createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { openSocket } from "../../src/net/open-socket.ts";

test("a connection to an address that is not public is given up, whoever checked it before", async () => {
  const bytes: Buffer[] = [];
  let gone = (): void => undefined;
  const isGone = new Promise<void>((resolve) => {
    gone = resolve;
  });
  const server = createServer((socket) => {
    socket
      .on("data", (chunk) => bytes.push(chunk))
      .on("error", () => undefined)
      .on("close", gone);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const { signal } = new AbortController();
  const url = new URL(`https://site.example:${port}/`);
  await expect(openSocket({ url, addresses: ["127.0.0.1"], signal })).rejects.toThrow(
    "not public (loopback)",
  );
  await isGone;
  expect(bytes).toEqual([]);
});
