import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => void | Promise<void>;

/** A server on 127.0.0.1 that ends with the test. */
export async function serve(
  handle: Handle,
): Promise<{ readonly url: string; readonly requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    requests.push(request);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    await handle(request, response, Buffer.concat(chunks).toString());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((done) => server.close(() => done()));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** The official server over streamable HTTP, as a handler. */
export function officialHandler(): Handle {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "official", version: "1.0.0" });
    server.registerTool("greet", { description: "Greets" }, async () => ({
      content: [{ type: "text", text: "hello" }],
    }));
    return server as never;
  });
  onTestFinished(() => handler.close());
  return async (request, response, body) => {
    const { method = "GET", headers } = request;
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, {
        method,
        headers: headers as Record<string, string>,
        ...(method === "POST" && { body }),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else Readable.fromWeb(answer.body as never).pipe(response);
  };
}

/** What a hand-written server answers to one message; undefined for notifications. */
export function answerTo(body: string): object | undefined {
  const { id, method, params } = JSON.parse(body) as {
    id?: number;
    method?: string;
    params?: { protocolVersion?: string; name?: string };
  };
  if (id === undefined) return undefined;
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: "old", version: "1" },
    },
    "tools/list": { tools: [{ name: "greet", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: `hello from ${params?.name}` }] },
  };
  const result = results[method ?? ""];
  return result
    ? { jsonrpc: "2.0", id, result }
    : { jsonrpc: "2.0", id, error: { code: -32_601, message: "unknown" } };
}

/** A server of the older kind: a stream of events, and an address to post to. */
export function sseHandler(): Handle {
  let stream: ServerResponse | undefined;
  return (request, response, body) => {
    if (request.method === "GET" && request.url === "/mcp") {
      stream = response;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: endpoint\ndata: /messages\n\n");
    } else if (request.method === "POST" && request.url === "/messages") {
      response.writeHead(202).end();
      const answer = answerTo(body);
      if (answer) stream?.write(`event: message\ndata: ${JSON.stringify(answer)}\n\n`);
    } else response.writeHead(404).end();
  };
}

/** A server behind an authorization server on the same address, with everything the flow needs. */
export async function serveWithLogin(): Promise<{
  readonly url: string;
  /** Ends the validity of all access tokens, so that they have to be renewed. */
  expire(): void;
  /** From now on a refresh token is good for one use. */
  rotate(): void;
  readonly grants: string[];
}> {
  let challenge = "";
  const valid = new Set<string>();
  const grants: string[] = [];
  let base = "";
  let refresh = 1;
  let rotates = false;
  const json = (response: ServerResponse, status: number, value: object): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  const { url } = await serve((request, response, body) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", base);
    if (pathname.startsWith("/.well-known/oauth-protected-resource"))
      return json(response, 200, { resource: `${base}/mcp`, authorization_servers: [base] });
    if (pathname.startsWith("/.well-known/oauth-authorization-server"))
      return json(response, 200, {
        issuer: base,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        registration_endpoint: `${base}/register`,
        response_types_supported: ["code"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
      });
    if (pathname === "/register") return json(response, 201, { ...JSON.parse(body), client_id: "client-1" });
    if (pathname === "/authorize") {
      challenge = searchParams.get("code_challenge") ?? "";
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", "code-1");
      back.searchParams.set("state", searchParams.get("state") ?? "");
      back.searchParams.set("iss", base);
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    if (pathname === "/token") {
      const form = new URLSearchParams(body);
      const verifier = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      const isRefresh =
        form.get("grant_type") === "refresh_token" && form.get("refresh_token") === `refresh-${refresh}`;
      if (!isRefresh && (form.get("code") !== "code-1" || verifier !== challenge))
        return json(response, 400, { error: "invalid_grant" });
      if (isRefresh && rotates) refresh += 1;
      grants.push(form.get("grant_type") ?? "");
      const token = randomUUID();
      valid.add(token);
      return json(response, 200, {
        access_token: token,
        token_type: "Bearer",
        refresh_token: `refresh-${refresh}`,
      });
    }
    if (pathname !== "/mcp") return void response.writeHead(404).end();
    if (!valid.has((request.headers.authorization ?? "").replace("Bearer ", ""))) {
      response.writeHead(401, {
        "www-authenticate": `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`,
      });
      return void response.end();
    }
    if (request.method !== "POST") return void response.writeHead(405).end();
    const answer = answerTo(body);
    return answer ? json(response, 200, answer) : void response.writeHead(202).end();
  });
  base = url;
  const rotate = (): void => {
    rotates = true;
  };
  return { url, expire: () => valid.clear(), rotate, grants };
}
