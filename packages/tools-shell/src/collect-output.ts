import { isAscii } from "node:buffer";
import type { ChildProcess } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { messageOf } from "@gauntlet/core";
import { messages } from "./messages.ts";
import type { OutputPipe } from "./output-pipes.ts";

const DRAIN_STEP_MS = 20;
const DRAIN_QUIET_STEPS = 5;
const DRAIN_MAX_STEPS = 50;

/** The output of one command on its way. */
export interface OutputCollection {
  /** Resolves when both pipes are closed, which gives true, or were silent for 100 ms, or a second has passed. */
  drained(): Promise<boolean>;
  /**
   * Passes on what was held back of split characters.
   * @throws Error for the model when the output could not be read or not be taken.
   */
  finish(): void;
  /** Lets go of the pipes and the process; later output is lost. */
  release(): void;
}

/** Where output goes. */
export interface OutputOptions {
  /** Text before the command that is no part of it: what bash says of a line it cannot read is shown without. */
  readonly prelude: string;
  /** In place of the child's own standard output. */
  readonly pipe?: OutputPipe | undefined;
  /** Bytes may be used again afterwards. May throw; that is kept for `finish`, since nobody could catch it in a stream's callback. */
  readonly onOutput: (piece: string | Buffer) => void;
}

/**
 * Reads both outputs of a process, decoded as UTF-8 each on its own, in the order of arrival.
 */
export function collectOutput(
  child: ChildProcess,
  { prelude, pipe, onOutput }: OutputOptions,
): OutputCollection {
  let pieces = 0;
  let failure: unknown;
  const pass = (piece: string | Buffer): void => {
    try {
      if (failure === undefined && piece.length > 0) onOutput(piece);
    } catch (cause) {
      failure = cause;
    }
  };
  const decoders = [new StringDecoder("utf8"), new StringDecoder("utf8")] as const;
  const [decoder, errorDecoder] = decoders;
  let isMidCharacter = false;
  const take = (chunk: Buffer): void => {
    pieces += 1;
    pass(!isMidCharacter && isAscii(chunk) ? chunk : decoder.write(chunk));
    isMidCharacter = (chunk.at(-1) ?? 0) > 127;
  };
  const fail = (cause: Error): void => {
    failure ??= cause;
  };
  child.stdout?.on("data", take).on("error", fail);
  child.stderr
    ?.on("data", (chunk: Buffer) => {
      pieces += 1;
      pass(errorDecoder.write(chunk).replace(prelude, ""));
    })
    .on("error", fail);
  const closed = Promise.all([
    pipe?.read(take, fail),
    new Promise<void>((resolve) => child.once("close", () => resolve())),
  ]).then(() => true as const);

  return {
    drained: async (): Promise<boolean> => {
      for (let step = 0, quiet = 0; step < DRAIN_MAX_STEPS && quiet < DRAIN_QUIET_STEPS; step += 1) {
        const before = pieces;
        if (await Promise.race([closed, delay(DRAIN_STEP_MS, false, { ref: false })])) return true;
        // After a busy spell timers fire before pipes are read; let what waits there come in first.
        await nextTurn();
        quiet = pieces === before ? quiet + 1 : 0;
      }
      return false;
    },
    finish: (): void => {
      for (const one of decoders) pass(one.end());
      if (failure !== undefined)
        throw new Error(messages.outputBroken(messageOf(failure)), { cause: failure });
    },
    release: (): void => {
      for (const stream of child.stdio) stream?.removeAllListeners("data").destroy();
      child.unref();
    },
  };
}
