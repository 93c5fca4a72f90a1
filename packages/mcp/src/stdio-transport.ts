import { type ChildProcess, spawn } from "node:child_process";
import { endGroup, endGroupWithHost, isGone } from "@gauntlet/core";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { idOfAnswer } from "./answer-id.ts";
import { LIMITS, TIMES } from "./limits.ts";
import { LineReader } from "./line-reader.ts";
import { messages } from "./messages.ts";
import { type Answer, failure, readLine } from "./read-line.ts";

/** A program to start. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the process. */
  readonly env: Record<string, string>;
  readonly cwd: string;
}

/**
 * A server as a child process that speaks lines of JSON. Beside what the SDK's transport does, it bounds everything the
 * server can make us hold, skips what is no message on standard output, keeps the end of standard error, and ends the
 * whole process group.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #program: Program;
  #child: ChildProcess | undefined;
  #stderr = Buffer.alloc(0);
  #noise = 0;
  /** Requests that were sent and are not answered. */
  readonly #awaited = new Set<string | number>();
  #ending: Promise<void> | undefined;
  #end: string | undefined;
  #unguard = (): void => {};

  constructor(program: Program) {
    this.#program = program;
  }

  /** The last lines the server wrote to standard error. */
  get stderr(): string {
    return this.#stderr.toString("utf8").trim();
  }

  /** How the process ended, for people; undefined while it runs. */
  get ended(): string | undefined {
    return this.#end;
  }

  /** Whether the server wrote anything to standard output that was no message. */
  get isNoisy(): boolean {
    return this.#noise > 0;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#program;
    const child = spawn(command, args, { env, cwd, detached: true, stdio: "pipe", windowsHide: true });
    this.#child = child;
    const reader = new LineReader(LIMITS.messageBytes, {
      line: (text) => this.#readLine(text),
      tooLong: (head, tail) => this.#answerTooLong(head, tail),
    });
    child.stdout.on("data", (chunk: Buffer) => {
      reader.write(chunk);
      if (reader.dropped > LIMITS.droppedBytes) this.#giveUp("it sent a message without an end");
    });
    child.stdout.on("end", () => reader.end());
    child.stderr.on("data", (chunk: Buffer) => {
      const kept = Buffer.concat([this.#stderr, chunk.subarray(-LIMITS.stderrBytes)]);
      this.#stderr = Buffer.from(kept.subarray(-LIMITS.stderrBytes));
    });
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream.on("error", (error) => this.onerror?.(error));
    child.once("exit", (code, signal) => {
      this.#end ??= signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`;
      // What it wrote before may still be on its way; what it started may hold the pipe open for ever.
      const drained = setTimeout(() => void this.close(), TIMES.settle);
      child.stdout.once("end", () => {
        clearTimeout(drained);
        void this.close();
      });
    });
    await new Promise<void>((done, fail) => {
      child.once("spawn", done);
      child.once("error", (error: NodeJS.ErrnoException) => {
        this.#end ??=
          error.code === "ENOENT"
            ? "its `command` was not found"
            : `its \`command\` cannot be started (${error.code})`;
        fail(new Error(this.#end));
      });
    });
    if (child.pid !== undefined) this.#unguard = endGroupWithHost(child.pid);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (!stdin?.writable) throw new Error(this.#end ?? "its input is closed");
    if ("id" in message && "method" in message) this.#awaited.add(message.id);
    if (stdin.write(`${JSON.stringify(message)}\n`)) return;
    // A server that does not read must not make us hold what it does not take; the call's own time-out ends the wait.
    await new Promise<void>((done) => {
      const go = (): void => {
        stdin.off("drain", go);
        stdin.off("close", go);
        done();
      };
      stdin.once("drain", go);
      stdin.once("close", go);
    });
  }

  close(): Promise<void> {
    this.#ending ??= (async () => {
      await this.#endProcess();
      this.onclose?.();
    })();
    return this.#ending;
  }

  /** The server may end by itself once its input is closed; then it and everything it started is ended. */
  async #endProcess(): Promise<void> {
    const { pid, stdin } = this.#child ?? {};
    if (pid === undefined) return;
    stdin?.end();
    if (this.#end !== undefined || !(await isGone(pid, TIMES.grace))) await endGroup(pid, TIMES.grace);
    this.#unguard();
  }

  #readLine(text: string): void {
    if (text.trim() === "") return;
    const { messages, answers, isNoisy } = readLine(text);
    const strays = answers.filter(({ id, answer }) => !this.#settle(this.#requestOf(id, answer), answer));
    for (const message of messages) this.onmessage?.(message);
    if (isNoisy || strays.length > 0) this.#addNoise(text.length);
  }

  /** A call that is answered with more than is taken gets an error in its place. */
  #answerTooLong(head: string, tail: string): void {
    if (!this.#settle(idOfAnswer(head, tail), failure(messages.answerTooLarge))) this.#addNoise(head.length);
  }

  /** The request an answer is for. One that says its request could not be read is for the only one there is. */
  #requestOf(id: string | number | null, answer: Answer): string | number | undefined {
    if (id === null) {
      const [only, ...others] = this.#awaited;
      return "error" in answer && others.length === 0 ? only : undefined;
    }
    return this.#awaited.has(id) ? id : Number(id);
  }

  /** Passes an answer on; false when nobody waits for it. */
  #settle(id: string | number | undefined, answer: Answer): boolean {
    if (id === undefined || !this.#awaited.delete(id)) return false;
    this.onmessage?.({ jsonrpc: "2.0", id, ...answer } as JSONRPCMessage);
    return true;
  }

  #addNoise(chars: number): void {
    this.#noise += chars;
    if (this.#noise > LIMITS.droppedBytes) this.#giveUp("it writes without an end what is not a message");
  }

  #giveUp(why: string): void {
    if (this.#end !== undefined) return;
    this.#end = why;
    this.#child?.stdout?.destroy();
    void this.close();
  }
}
