// A page of 1 MB becomes Markdown, and what sites that mean harm cost: each fetched by the built command on its own.
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createGzip } from "node:zlib";
import { convertHtml } from "../packages/tools-web/dist/html/convert-html.js";
import { gauntlet, median, ms, now, peakMemory } from "./measure.mjs";

const PAGE_BYTES = 1_000_000;
const LIMIT_SECONDS = 5;

export async function web({ scratch, runs }) {
  return [await conversion(runs), ...(await hostileSites(scratch))];
}

async function conversion(runs) {
  const html = docsPage(PAGE_BYTES);
  const { signal } = new AbortController();
  const taken = [];
  for (let i = 0; i < runs; i++) {
    const began = performance.now();
    const { markdown } = await convertHtml(html, "https://docs.example/a/b.html", signal);
    taken.push(performance.now() - began);
    if (!markdown.includes("| 3 | 4 |")) throw new Error("the page was not converted");
  }
  return { what: "1 MB of HTML to Markdown", value: ms(median(taken)), goal: "≤ 400 ms" };
}

/** As documentation looks: sections, links, lists, code, tables, and what stands around them. */
function docsPage(bytes) {
  const links = Array.from({ length: 50 }, (_, i) => `<li><a href="/n/${i}">Page ${i}</a></li>`).join("");
  const head = `<!doctype html><title>Docs</title><style>a{}</style><script>go()</script><nav><ul>${links}</ul></nav><main><h1>Docs</h1>`;
  const parts = [head];
  for (let i = 0, size = head.length; size < bytes; i++) {
    const part = `<h2 id="s${i}"><a href="#s${i}">Section ${i}</a></h2><p>Some <strong>bold</strong> text with <a href="../x/${i}">a link</a> and <code>code</code>, and more words so that the paragraph has some length.</p><ul><li>one <em>item</em></li><li>two<ul><li>inner</li></ul></li></ul><pre><code class="language-js">const x = ${i};\nrun(x);</code></pre>${i % 5 === 0 ? "<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>" : ""}`;
    parts.push(part);
    size += part.length;
  }
  return `${parts.join("")}</main><footer>End</footer>`;
}

const SITES = {
  "a page of 50 MB": (_, response) => {
    response.setHeader("content-type", "text/html");
    writeOften(response, { chunk: "<p>Words of a page. </p>".repeat(2_000), times: 1_050 });
  },
  "1 GB that drips": (_, response) => {
    response.setHeader("content-type", "text/plain");
    response.setHeader("content-length", String(1024 ** 3));
    const timer = setInterval(() => response.write("a line\n"), 20);
    response.on("close", () => clearInterval(timer));
  },
  "1 GB as fast as it goes": (_, response) => {
    response.setHeader("content-type", "text/plain");
    writeOften(response, { chunk: "a line of text\n".repeat(4_096), times: 17_500 });
  },
  "a gzip bomb of 1 GB (1:1000), text": (_, response) => {
    response.setHeader("content-type", "text/html");
    response.setHeader("content-encoding", "gzip");
    const gzip = createGzip();
    gzip.pipe(response);
    writeOften(gzip, { chunk: "<p>\n".repeat(16_384), times: 16_384 }, response);
  },
  "a gzip bomb of 1 GB (1:1000), binary": (_, response) => {
    response.setHeader("content-encoding", "gzip");
    const gzip = createGzip();
    gzip.pipe(response);
    writeOften(gzip, { chunk: Buffer.alloc(65_536), times: 16_384 }, response);
  },
  "redirects without end": (_, response) => response.writeHead(302, { location: "/" }).end(),
  "a server that never answers": () => undefined,
  "headers byte by byte": (request) => {
    request.socket.write("HTTP/1.1 200 OK\r\nx: ");
    const timer = setInterval(() => request.socket.write("y"), 20);
    request.socket.on("close", () => clearInterval(timer));
  },
};

async function hostileSites(scratch) {
  const rows = [];
  for (const [what, route] of Object.entries(SITES)) {
    const server = createServer(route);
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const fetched = await fetchOnce(`http://127.0.0.1:${server.address().port}/`, scratch);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    rows.push(
      { what: `${what}: ended`, value: ms(fetched.tookMs), goal: `limit ${LIMIT_SECONDS} s` },
      { what: "  peak memory", value: `${fetched.peakMb.toFixed(0)} MB`, goal: "under 150 MB" },
    );
  }
  return rows;
}

async function fetchOnce(url, scratch) {
  const cwd = join(scratch, "web");
  mkdirSync(cwd, { recursive: true });
  const memoryFile = join(scratch, "web-peak");
  const settings = JSON.stringify({ packs: { "@gauntlet/tools-web": { timeoutSeconds: LIMIT_SECONDS } } });
  const input = JSON.stringify({ url, prompt: "What does it say?" });
  const args = ["call", "WebFetch", input, "--mode", "bypassPermissions", "--settings", settings, "--json"];
  args.push("--answers", yesFile(scratch));
  const began = now();
  const child = spawn(process.execPath, ["--import", peakMemory, gauntlet, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: scratch,
      GAUNTLET_HOME: join(scratch, "web-state"),
      GAUNTLET_TEST: "1",
      GAUNTLET_TEST_ALLOW_LOOPBACK: "1",
      BENCH_PEAK_FILE: memoryFile,
    },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  await new Promise((resolve) => child.once("close", resolve));
  if (!/"outcome": ?"(succeeded|failed)"/.test(said)) throw new Error(said);
  return { tookMs: now() - began, peakMb: Number(readFileSync(memoryFile, "utf8")) / 1024 };
}

/** Says yes to the question about the port, which no rule answers. */
function yesFile(scratch) {
  const path = join(scratch, "web-yes.json");
  writeFileSync(path, JSON.stringify([{ answer: "allow", repeat: true }]));
  return path;
}

/** Writes as fast as the other side takes it, and stops when it is gone. */
function writeOften(stream, { chunk, times }, until = stream) {
  let left = times;
  const more = () => {
    while (left > 0 && !until.destroyed) {
      left -= 1;
      if (!stream.write(chunk)) return stream.once("drain", more);
    }
    if (!until.destroyed) stream.end();
  };
  more();
}
