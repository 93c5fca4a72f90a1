// A server of our own making that can do everything wrong: newline-delimited JSON-RPC, driven by a script.
// argv[2]: a JSON file, read again before each list so that a test can change what the server offers while it runs.
import { appendFileSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const file = process.argv[2];
const script = () => JSON.parse(readFileSync(file, "utf8"));
const first = script();
const out = (text) => process.stdout.write(text);
const send = (message) => out(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const note = (entry) => first.log && appendFileSync(first.log, `${JSON.stringify(entry)}\n`);
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const cancelled = new Set();

note({ started: process.pid, env: first.logEnv ? process.env : undefined, args: process.argv.slice(3) });
if (first.stderr) process.stderr.write(first.stderr);
for (const text of first.noise ?? []) out(text);
misbehave("start");

/** What a step of the protocol is replaced by, when the script says so. */
function misbehave(step) {
  const how = first.at?.[step];
  if (how === "exit") {
    process.stderr.write("about to fail\n");
    process.exit(1);
  }
  if (how === "kill") process.kill(process.pid, "SIGKILL");
  if (how === "garbage") out("{]\n");
  if (how === "wrong") send({ id: 99_999, result: {} });
  if (how === "silence" || how === "garbage" || how === "wrong") return true;
  return false;
}

async function flood(bytes) {
  const chunk = Buffer.alloc(1024 ** 2, 120);
  for (let sent = 0; sent < bytes; sent += chunk.length)
    if (!process.stdout.write(chunk)) await new Promise((done) => process.stdout.once("drain", done));
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true }, ...(first.resources && { resources: {} }) },
    serverInfo: { name: "raw", version: "1" },
    ...first.hello,
  }),
  ping: () => ({}),
  "tools/list": ({ cursor }) => {
    const { tools = [], pages, endless } = script();
    const list = tools.map((tool) => ({ inputSchema: { type: "object" }, ...tool }));
    if (endless) return { tools: list, nextCursor: "again" };
    if (!pages) return { tools: list };
    const at = Number(cursor ?? 0);
    const size = Math.ceil(list.length / pages);
    return {
      tools: list.slice(at * size, (at + 1) * size),
      ...(at + 1 < pages && { nextCursor: String(at + 1) }),
    };
  },
  "resources/list": () => ({ resources: first.resources }),
  "resources/read": ({ uri }) => ({ contents: first.resources.filter((one) => one.uri === uri) }),
};

async function call(id, { name, arguments: input, _meta }) {
  const act = script().acts?.[name] ?? {};
  if (act.flood) {
    out(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`);
    await flood(act.flood);
    out('"}]}}\n');
    return;
  }
  if (act.raw) return void out(`${act.raw.replaceAll("$ID", id)}\n`);
  if (act.endless) await flood(Number.POSITIVE_INFINITY);
  for (let at = 0; at < (act.progress ?? 0); at++) {
    await sleep(act.every);
    if (_meta?.progressToken !== undefined)
      send({
        method: "notifications/progress",
        params: {
          progressToken: _meta.progressToken,
          progress: at + 1,
          total: act.progress,
          message: act.says,
        },
      });
  }
  if (act.silentMs) await sleep(act.silentMs);
  for (let at = 0; at < (act.changes ?? 0); at++) send({ method: "notifications/tools/list_changed" });
  if (act.elicit) {
    const answer = await request("elicitation/create", act.elicit);
    send({ id, result: { content: [{ type: "text", text: JSON.stringify(answer) }] } });
    return;
  }
  if (act.roots) {
    const answer = await request("roots/list", {});
    send({ id, result: { content: [{ type: "text", text: JSON.stringify(answer) }] } });
    return;
  }
  if (act.error) send({ id, error: act.error });
  else
    send({
      id,
      result: act.result ?? { content: [{ type: "text", text: `called ${name} ${JSON.stringify(input)}` }] },
    });
}

process.on("SIGUSR2", () => send({ method: "notifications/tools/list_changed" }));

const asked = new Map();
function request(method, params) {
  const id = `server-${asked.size + 1}`;
  send({ id, method, params });
  return new Promise((done) => asked.set(id, done));
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  note({ received: message });
  const { id, method, params = {}, result, error } = message;
  if (method === "notifications/cancelled") cancelled.add(params.requestId);
  if (method === undefined) asked.get(id)?.(result ?? error);
  if (method === undefined || misbehave(method) || id === undefined) continue;
  if (method === "tools/call") void call(id, params);
  else if (answers[method]) {
    if (first.split && method === "initialize") {
      const text = `${JSON.stringify({ jsonrpc: "2.0", id, result: answers[method](params) })}\r\n`;
      out(text.slice(0, 20));
      await sleep(20);
      out(text.slice(20));
    } else if (method === "tools/list" && script().listMs) {
      // What it lists is what it was when it was asked; meanwhile it says that there is more to see.
      const { listMs } = script();
      const result = answers[method](params);
      send({ method: "notifications/tools/list_changed" });
      void sleep(listMs).then(() => send({ id, result }));
    } else send({ id, result: answers[method](params) });
  } else send({ id, error: { code: -32_601, message: "unknown" } });
}
