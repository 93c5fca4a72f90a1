import { isDeepStrictEqual } from "node:util";
import { maskSecrets, shownAddress } from "@gauntlet/core";
import {
  afterApproval,
  compareTools,
  type ForeignTool,
  hashOfPin,
  isAsLocked,
  type Pin,
} from "@gauntlet/mcp";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { launchText } from "./mcp-list.ts";
import { knownServers, type McpOptions, serverNamed } from "./mcp-servers.ts";

/** `gauntlet mcp diff`: what waits for approval, as it was seen at the last contact. */
export async function runMcpDiff(name: string | undefined, options: McpOptions): Promise<ExitCode> {
  const known = await knownServers(options);
  const servers = name === undefined ? known.servers : [serverNamed(name, known)];
  const all = await Promise.all(
    servers.map(async (server) => [server, await known.pins.read(server)] as const),
  );
  const pins = all.flatMap(([, pin]) => (pin?.pending === undefined ? [] : [pin]));
  if (options.json) {
    const changes = pins.map((pin) => ({
      name: pin.name,
      hash: hashAfter(pin),
      pending: withoutSecrets(pin.pending),
    }));
    process.stdout.write(`${visibleJson(changes, 2)}\n`);
    return EXIT.done;
  }
  const unlike = all.filter(([server, pin]) => pin && !pin.pending && !isAsLocked(server.locked, pin));
  const lines = [...pins.flatMap(diffLines), ...unlike.flatMap(([server]) => lockLines(server.name))];
  if (lines.length === 0) lines.push("nothing waits for approval");
  process.stdout.write(lines.map((line) => `${visibleLine(line)}\n`).join(""));
  return EXIT.done;
}

/** Tools as they are, as they are what is approved; of the launch no secrets, and names of variables only. */
function withoutSecrets(pending: Pin["pending"]): object | undefined {
  if (!pending?.launch) return pending;
  const { env, headers, url, ...launch } = pending.launch;
  return {
    ...pending,
    launch: {
      ...(maskSecrets(launch).value as object),
      ...(url !== undefined && { url: shownAddress(url) }),
      ...(env && { env: Object.keys(env) }),
      ...(headers && { headers: Object.keys(headers) }),
    },
  };
}

const lockLines = (name: string): readonly string[] => [
  `${name}: what is approved here is not what gauntlet.lock names, and the server offers nothing else`,
  `run \`gauntlet mcp approve ${name}\` to name it in the lock`,
];

/** What `approve` would make of a pin, as its hash. */
export function hashAfter(pin: Pin): string {
  return hashOfPin(afterApproval(pin, new Date()) ?? pin);
}

/** What waits for approval, line by line, nothing shortened. */
export function diffLines(pin: Pin): readonly string[] {
  const { launch, tools, instructions } = pin.pending ?? {};
  const { added, changed, removed } = compareTools(pin.tools, tools ?? pin.tools);
  return [
    `${pin.name} (seen ${pin.pending?.seenAt})`,
    ...(launch ? [`- ${launchText(pin.launch)}`, `+ ${launchText(launch)}`, ...valueLines(pin, launch)] : []),
    ...changed.flatMap(({ before, now }) => [`~ ${now.name}`, ...memberLines(before, now)]),
    ...added.flatMap((tool) => [`+ ${tool.name}`, ...memberLines(undefined, tool)]),
    ...removed.map((tool) => `- ${tool.name}`),
    ...(tools && instructions !== pin.instructions
      ? ["~ instructions", ...differing("text", pin.instructions, instructions)]
      : []),
    `run \`gauntlet mcp approve ${pin.name} ${hashAfter(pin)}\` to approve it`,
  ];
}

const MEMBERS = ["title", "description", "inputSchema", "outputSchema", "annotations", "meta"] as const;

function memberLines(before: ForeignTool | undefined, now: ForeignTool): readonly string[] {
  return MEMBERS.flatMap((member) => {
    const [old, next] = [textOf(before?.[member]), textOf(now[member])];
    return old === next ? [] : differing(member, old, next);
  });
}

const differing = (what: string, old: string | undefined, next: string | undefined): readonly string[] => [
  ...(old === undefined ? [] : [`    - ${what}: ${old}`]),
  ...(next === undefined ? [] : [`    + ${what}: ${next}`]),
];

const textOf = (value: unknown): string | undefined =>
  value === undefined || typeof value === "string" ? value : JSON.stringify(value);

/** Values of variables and headers, and what is masked of the rest, may be secrets: that they differ is said, and not how. */
function valueLines({ launch: before }: Pin, now: Pin["launch"]): readonly string[] {
  const [old, next] = [
    { ...before.env, ...before.headers },
    { ...now.env, ...now.headers },
  ];
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const differing = names.filter((name) => old[name] !== next[name]);
  const program = before.program === now.program ? [] : [`    program: ${before.program} → ${now.program}`];
  const isHidden = before.url !== now.url || !isDeepStrictEqual(before.args, now.args);
  const rest =
    isHidden && launchText(before) === launchText(now)
      ? ["    another secret in the address or arguments"]
      : [];
  return [...program, ...rest, ...differing.map((name) => `    ${name}: another value`)];
}
