import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { type CallRequest, ConfigError, Gauntlet, type Session, systemReason } from "@gauntlet/core";
import { BUILTIN_PACKS } from "../builtin-packs.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { loadLoneSettings } from "../lone-settings.ts";
import { ONLOOKER } from "../onlooker.ts";
import { readRequestLine } from "../request-lines.ts";
import { shortJson } from "../short-json.ts";
import { groundsOf, type Verdict, verdictOf } from "../verdict.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { withSession } from "../with-session.ts";
import { workingDirectory } from "../working-directory.ts";

/** The flags of `policy diff`. */
export interface PolicyDiffOptions {
  readonly calls: string;
  readonly cwd?: string;
  readonly json?: boolean;
}

/** A call that two configurations decide differently. */
interface Change {
  readonly call: CallRequest;
  /** 1-based, in the file of calls. */
  readonly line: number;
  readonly from: Verdict;
  readonly to: Verdict;
}

/** `gauntlet policy diff`: the calls that one configuration decides otherwise than another. */
export async function runPolicyDiff(
  before: string,
  after: string,
  options: PolicyDiffOptions,
): Promise<ExitCode> {
  const cwd = workingDirectory(options.cwd);
  const calls = await readCalls(resolve(options.calls));
  if (calls.length === 0) {
    throw new ConfigError("GNT_CONFIG_INVALID", `there are no calls in \`${resolve(options.calls)}\``, {
      hint: "put one call a line, or nothing is compared",
    });
  }
  const changes = await withSession(sessionUnder(before, cwd), (old) =>
    withSession(sessionUnder(after, cwd), (next) => changesBetween(old, next, calls)),
  );
  process.stdout.write(
    options.json ? `${visibleJson(viewOf(changes, calls.length), 2)}\n` : textOf(changes, calls.length),
  );
  return changes.length > 0 ? EXIT.failed : EXIT.done;
}

async function changesBetween(
  old: Session,
  next: Session,
  calls: readonly NumberedCall[],
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const { call, line } of calls) {
    const [from, to] = [await verdictOf(old, call), await verdictOf(next, call)];
    if (from.is !== to.is) changes.push({ call, line, from, to });
  }
  return changes;
}

interface NumberedCall {
  readonly call: CallRequest;
  readonly line: number;
}

async function readCalls(file: string): Promise<readonly NumberedCall[]> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new ConfigError(
      "GNT_CONFIG_READ",
      `the calls in \`${file}\` cannot be read: ${systemReason(cause)}`,
      { hint: "name a file that exists and may be read, with one call a line", cause },
    );
  });
  return text.split("\n").flatMap((content, at): NumberedCall[] => {
    if (content.trim() === "") return [];
    const request = readRequestLine(content);
    const line = at + 1;
    if (request.kind === "call") return [{ call: request.call, line }];
    if (request.kind === "calls") return request.calls.map((call) => ({ call, line }));
    const what = request.kind === "bad" ? request.why : "the line is not a call";
    throw new ConfigError("GNT_CONFIG_INVALID", `calls in \`${file}\` line ${line}: ${what}`, {
      hint: 'write one call a line: {"tool":"Read","input":{"file_path":"a"}}',
    });
  });
}

/** A session that knows these settings alone, and the packs and voters every session has. */
async function sessionUnder(settings: string, cwd: string): Promise<Session> {
  const { mode, rules, policies, profile, tools, ...config } = await loadLoneSettings(settings, cwd);
  const gauntlet = new Gauntlet({
    plugins: BUILTIN_PACKS,
    rules,
    policies,
    cwd,
    home: homedir(),
    answerers: [ONLOOKER],
    additionalDirectories: config.additionalDirectories,
    trustEffects: ["@gauntlet/*", ...config.trustEffects],
    ...(mode !== undefined && { mode }),
    ...(profile !== undefined && { profile }),
    ...(tools && { tools }),
  });
  return gauntlet.session();
}

const viewOf = (changes: readonly Change[], calls: number): object => ({
  calls,
  changes: changes.map(({ call, line, from, to }) => ({ line, ...call, from: sideOf(from), to: sideOf(to) })),
});

const sideOf = ({ is, because, message }: Verdict): object => ({ decision: is, because, message });

const LONGEST_INPUT = 120;

function textOf(changes: readonly Change[], calls: number): string {
  const lines = changes.flatMap(({ call, line, from, to }) => [
    `${line}: ${call.tool} ${shortJson(call.input, LONGEST_INPUT)}`,
    `  ${from.is} → ${to.is}`,
    `  before  ${groundsOf(from)}`,
    `  after   ${groundsOf(to)}`,
  ]);
  const total = `${changes.length} of ${calls} calls are decided otherwise`;
  return [...lines, total].map((line) => `${visibleLine(line)}\n`).join("");
}
