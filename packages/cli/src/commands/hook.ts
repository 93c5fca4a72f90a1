import { ConfigError, isGauntletError, messageOf, readJsonStrictly } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { AgentProtocol, HookEvent } from "../govern/agent-protocol.ts";
import { answerCall } from "../govern/answer-call.ts";
import { CLAUDE_CODE } from "../govern/claude-code.ts";
import type { RunOptions } from "../run-options.ts";
import { visibleLine } from "../visible-line.ts";

export interface HookOptions extends RunOptions {
  readonly agent: string;
}

/** Set for whatever this process starts: a command hook of ours may be `gauntlet hook` again. */
const WITHIN = "GAUNTLET_WITHIN_HOOK";

const PROTOCOLS: readonly AgentProtocol[] = [CLAUDE_CODE];
/** Agents go on without an answer when their own patience ends: ours has to end before. */
const TIME_LIMIT_MS = 30_000;
const LONGEST_QUESTION = 64 * 1024 * 1024;

/**
 * `gauntlet hook`: another agent's question about a call, answered in its language by our policy. Runs nothing, asks
 * nobody, writes no journal. Whatever goes wrong on the way denies: exit code 2, the reason on standard error.
 */
export async function runHook(options: HookOptions): Promise<ExitCode> {
  const protocol = PROTOCOLS.find(({ name }) => name === options.agent) ?? CLAUDE_CODE;
  const asked: { event?: HookEvent } = {};
  const fail = (thrown: unknown): ExitCode => {
    refuse(thrown, asked.event, protocol);
    return EXIT.usage;
  };
  // Node would end with 1, and for an agent that is no answer.
  process.on("uncaughtException", (thrown) => process.exit(fail(thrown)));
  const patience = setTimeout(() => {
    const late = new ConfigError(
      "GNT_CONFIG_INVALID",
      `the policy did not answer within ${TIME_LIMIT_MS / 1000} s`,
      {
        hint: "`gauntlet doctor --boot` shows how long configuration and plugins take; give a slow command hook a shorter `timeout`",
      },
    );
    process.exit(fail(late));
  }, TIME_LIMIT_MS);
  try {
    const call = protocol.read(await readQuestion());
    asked.event = call.event;
    const isNested = process.env[WITHIN] !== undefined;
    process.env[WITHIN] = "1";
    process.stdout.write(await answerCall(call, protocol, { ...options, isNested }));
    return EXIT.done;
  } catch (thrown) {
    return fail(thrown);
  } finally {
    clearTimeout(patience);
  }
}

async function readQuestion(): Promise<unknown> {
  let text = "";
  for await (const part of process.stdin.setEncoding("utf8")) {
    text += part;
    if (text.length > LONGEST_QUESTION) throw unreadable("it is longer than 64 MiB");
  }
  const read = readJsonStrictly(text);
  if ("problem" in read) throw unreadable(read.problem);
  return read.value;
}

function unreadable(why: string): ConfigError {
  return new ConfigError("GNT_CONFIG_INVALID", `what came on standard input cannot be read: ${why}`, {
    hint: "an agent starts `gauntlet hook` and gives it one JSON object",
  });
}

/** Some events do not heed the exit code, so the answer says it as well where the event is known. */
function refuse(thrown: unknown, event: HookEvent | undefined, protocol: AgentProtocol): void {
  const hint = isGauntletError(thrown) && thrown.hint ? ` (${thrown.hint})` : "";
  const why = `gauntlet could not decide, so the call is denied: ${visibleLine(`${messageOf(thrown)}${hint}`)}`;
  if (event !== undefined) process.stdout.write(protocol.answer(event, { behavior: "deny", why }));
  process.stderr.write(`${why}\n`);
}
