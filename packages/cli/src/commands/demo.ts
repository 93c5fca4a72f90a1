import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import {
  ConfigError,
  createAnthropicModel,
  Gauntlet,
  messageOf,
  readJournal,
  type Session,
  systemReason,
} from "@gauntlet/core";
import { type Cassette, parseCassette, startMessagesServer } from "@gauntlet/testing";
import toolsFs from "@gauntlet/tools-fs";
import toolsShell from "@gauntlet/tools-shell";
import recording from "../demo/cassette.json" with { type: "json" };
import { createHookCounter } from "../demo/hook-counter.ts";
import { createScratchRepository, type ScratchRepository } from "../demo/scratch-repository.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { withInterrupt } from "../interrupt.ts";
import { createRenderer } from "../render.ts";

export interface DemoOptions {
  readonly keep?: boolean;
  /** Another recording to play. */
  readonly cassette?: string;
}

const PROMPT = "The test of this repository fails. Find the bug, fix it, and run the tests.";
const RULES = { allow: ["Bash(node --test)"], deny: ["Read(.env)"] };

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/**
 * `gauntlet demo`: an agent repairs a scratch repository. The model is a recording served on the loopback; the
 * client, the stream, the gates, the journal and the tools are the real ones. Exit code 0 only if the program's
 * tests are green afterwards.
 */
export async function runDemo(options: DemoOptions): Promise<ExitCode> {
  const cassette = readCassette(options.cassette);
  const repository = await createScratchRepository().catch((thrown: NodeJS.ErrnoException) => {
    const isGitMissing = thrown.code === "ENOENT" && thrown.path === "git";
    const why = isGitMissing ? "git was not found" : messageOf(thrown);
    const hint = isGitMissing
      ? "install git, or put it on PATH"
      : "make the temporary directory writable, or name another in `TMPDIR`";
    throw new ConfigError("GNT_CONFIG_INVALID", `the scratch repository could not be made: ${why}`, { hint });
  });
  try {
    say("The model in this demo is a recording; the client, the gates, the journal and the tools are real.");
    say(`Scratch repository: ${repository.cwd}`);
    say(
      `Rules: ${[...RULES.deny.map((rule) => `deny ${rule}`), ...RULES.allow.map((rule) => `allow ${rule}`)].join(", ")}; mode acceptEdits`,
    );
    say(`Its tests before: ${(await repository.runTests()).passed ? "green" : "red"}`);
    say(`\n> ${PROMPT}\n`);
    const ended = await withInterrupt((signal) => play(cassette, repository, signal));
    if (ended === "aborted") return EXIT.interrupted;
    return await report(repository);
  } finally {
    if (options.keep) say(`\nKept: ${repository.root}`);
    else await rm(repository.root, { recursive: true, force: true });
  }
}

async function play(cassette: Cassette, repository: ScratchRepository, signal: AbortSignal): Promise<string> {
  // `node` in the tools' shell must be this one, also where Node was started by its full path.
  process.env["PATH"] = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  const server = await startMessagesServer({ cassette, variables: { cwd: repository.cwd } });
  const counter = createHookCounter();
  const gauntlet = new Gauntlet({
    plugins: [toolsFs, toolsShell, counter.plugin],
    permissions: RULES,
    mode: "acceptEdits",
    headless: true,
    model: createAnthropicModel({ baseURL: server.url }),
    cwd: repository.cwd,
    stateDirectory: join(repository.root, "state"),
  });
  const session = await gauntlet.session();
  try {
    const reason = await show(session, signal);
    await session.close();
    const { entries } = await readJournal(join(session.directory, "journal.jsonl"));
    say(`\nHooks:   ${counter.summary()}`);
    say(`Journal: ${entries.length} events in an unbroken chain`);
    return reason;
  } finally {
    await session.close().finally(() => server.close());
  }
}

async function show(session: Session, signal: AbortSignal): Promise<string> {
  const renderer = createRenderer({ text: process.stdout, calls: process.stdout });
  const events = session.prompt(PROMPT, { signal });
  for (;;) {
    const next = await events.next();
    if (next.done) {
      renderer.end();
      return next.value.reason;
    }
    renderer.show(next.value);
  }
}

async function report(repository: ScratchRepository): Promise<ExitCode> {
  const { passed, output } = await repository.runTests();
  say(`\nWhat changed:\n${await repository.diff()}`);
  say(`Its tests after: ${passed ? "green" : "red"}`);
  if (!passed) say(output);
  say(
    '\nWith a real model: ANTHROPIC_API_KEY=… npm start -- -p "your task", in your own directory with --cwd.',
  );
  return passed ? EXIT.done : EXIT.failed;
}

function readCassette(file: string | undefined): Cassette {
  if (file === undefined) return parseCassette(JSON.stringify(recording));
  try {
    return parseCassette(readFileSync(file, "utf8"), file);
  } catch (thrown) {
    if (thrown instanceof ConfigError) throw thrown;
    throw new ConfigError(
      "GNT_CONFIG_READ",
      `the cassette \`${file}\` cannot be read: ${systemReason(thrown)}`,
      { hint: "name a file that exists and may be read" },
    );
  }
}
