import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { readLines } from "@gauntlet/core";
import { type CassetteTurn, type MessagesServer, startMessagesServer } from "@gauntlet/testing";
import { onTestFinished } from "vitest";
import { writeFiles } from "./files.ts";

/** The built command. */
export const COMMAND = fileURLToPath(new URL("../dist/gauntlet.js", import.meta.url));

/** A home and a working directory of its own for the command. */
export interface Place {
  readonly root: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function createPlace(files: Readonly<Record<string, string>> = {}): Promise<Place> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-cli-")));
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }));
  const cwd = join(root, "work");
  await writeFiles(cwd, files);
  const env = {
    PATH: process.env["PATH"],
    HOME: join(root, "home"),
    GAUNTLET_HOME: join(root, "state"),
    XDG_CONFIG_HOME: join(root, "config"),
  };
  return { root, cwd, env };
}

export function start(
  place: Place,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): ChildProcessWithoutNullStreams {
  return startProgram(place, process.execPath, [COMMAND, ...args], env);
}

function startProgram(
  place: Place,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcessWithoutNullStreams {
  const child = spawn(program, args, { cwd: place.cwd, env: { ...place.env, ...env } });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

interface Given {
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
}

/** Runs the command to its end. */
export async function run(place: Place, args: readonly string[], given: Given = {}): Promise<Ended> {
  return runProgram(place, process.execPath, [COMMAND, ...args], given);
}

/** Runs any program to its end. */
export async function runProgram(
  place: Place,
  program: string,
  args: readonly string[],
  { env = {}, input = "" }: Given = {},
): Promise<Ended> {
  const child = startProgram(place, program, args, env);
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** A model server that plays these turns, and the variables that lead the command to it. */
export async function serve(
  turns: readonly CassetteTurn[],
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly server: MessagesServer; readonly env: NodeJS.ProcessEnv }> {
  const server = await startMessagesServer({
    cassette: { name: "test", turns },
    variables,
    keepBodies: true,
  });
  onTestFinished(() => server.close());
  return { server, env: { ANTHROPIC_BASE_URL: server.url } };
}

/** A `--jsonl` conversation: one request out, its answer back. */
export interface Conversation {
  send(request: unknown): void;
  /** The answer with this id, whenever it comes. */
  answer(id: unknown): Promise<Record<string, unknown>>;
  /** Takes an answer away, so that the next one with this id is waited for. */
  forget(id: unknown): void;
  end(): Promise<number | null>;
}

export function converse(place: Place, args: readonly string[]): Conversation {
  const child = start(place, args);
  const answers = new Map<unknown, Record<string, unknown>>();
  const waiting = new Map<unknown, (answer: Record<string, unknown>) => void>();
  void (async () => {
    for await (const line of readLines(child.stdout)) {
      const answer = JSON.parse(line) as Record<string, unknown>;
      answers.set(answer["id"], answer);
      waiting.get(answer["id"])?.(answer);
    }
  })();
  child.stderr.resume();
  const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    send: (request) =>
      void child.stdin.write(`${typeof request === "string" ? request : JSON.stringify(request)}\n`),
    answer: (id) => {
      const known = answers.get(id);
      return known ? Promise.resolve(known) : new Promise((resolve) => waiting.set(id, resolve));
    },
    forget: (id) => void answers.delete(id),
    end() {
      child.stdin.end();
      return closed;
    },
  };
}
