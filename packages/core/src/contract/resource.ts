import type { PromptEvent } from "./prompt-event.ts";
import type { SessionScope } from "./session-scope.ts";
import type { SessionTools } from "./session-tools.ts";
import type { MaybePromise } from "./tool.ts";

/** Output on its way to where its secrets are replaced. */
export interface RedactedStream {
  /** The chunk is not kept. */
  write(chunk: Buffer): void;
  /** Passes on what was held back because it may have been the beginning of a secret. */
  end(): void;
}

/** What a resource may use for as long as it is open. */
export interface ResourceScope extends SessionScope {
  /** Brings tools into the session. */
  readonly tools: SessionTools;
  /** A private directory of the plugin's own, absolute, shared by all sessions; the plugin makes it. Tools cannot write there. */
  readonly directory: string;
  /** Names a file that does not exist yet among the results of the session, where tools may read; its directory exists. @param extension without the dot; default `txt`. */
  newResultFile(name: string, extension?: string): string;
  /** Takes output as it is produced and passes it on without secrets, as results are stored and shown. */
  redact(passOn: (bytes: Buffer) => void): RedactedStream;
  /** Adds a text to what the model reads next: beside the next results or the next prompt, whichever comes first. */
  tell(text: string): void;
  /**
   * Hears what happens in the session from now on, as `session.prompt` tells it and outside of prompts too. A listener
   * answers nothing and stops nothing; one that throws is logged and hears no more.
   */
  watch(listener: (event: PromptEvent) => void): void;
}

/**
 * Something live that a session holds for a plugin, such as child processes or a connection: opened with the session,
 * also when it is resumed or forked, and closed with it. What must survive the session belongs into slots.
 */
export interface Resource<R> {
  readonly name: string;
  /** One for a session and its subagents, such as a connection. Default false: each has its own. */
  readonly isShared?: boolean;
  /** Milliseconds `open` has, and `close`. Default 30,000. */
  readonly timeoutMs?: number;
  /** Runs before the first call. Throwing refuses the session; what it gives after its time is closed at once. */
  open(scope: ResourceScope): MaybePromise<R>;
  /** Runs after the last call has settled, while slots can still be written; must not leave anything running. */
  close(resource: R): Promise<void>;
}

/**
 * Declares a resource. A plugin lists it under `resources`; its tools get the open one from `ctx.resource`.
 * @param resource `name` is for error messages.
 */
export function defineResource<R>(resource: Resource<R>): Resource<R> {
  return Object.freeze({ ...resource });
}
