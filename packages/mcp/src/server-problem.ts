import { messageOf, visibleText } from "@gauntlet/core";
import { messages } from "./messages.ts";
import type { Diagnosis } from "./sdk-client.ts";

/** What is known beside the fact that a server cannot be used. */
export interface ServerProblemDetail {
  /** Somebody has to log in first. */
  readonly wantsLogin?: boolean;
  /** What the model does next; default: another way. */
  readonly step?: string;
}

/** A server that cannot be used now; the message names it and says what is known, for people. */
export class ServerProblem extends Error {
  readonly server: string;
  /** Somebody has to log in first. */
  readonly wantsLogin: boolean;
  /** The same for the model, with what to do next. */
  readonly forModel: string;

  constructor(
    server: string,
    what: string,
    { wantsLogin = false, step = messages.useAnotherWay }: ServerProblemDetail = {},
  ) {
    const name = visibleText(server);
    super(`the MCP server \`${name}\` ${what}`);
    this.server = server;
    this.wantsLogin = wantsLogin;
    this.forModel = messages.serverProblem(name, what, step);
  }
}

/** What went wrong with a server, as the model reads it. */
export const textForModel = (thrown: unknown): string =>
  thrown instanceof ServerProblem ? thrown.forModel : messageOf(thrown);

/** Waits for work with a server; what it fails with is said as the model reads it. */
export async function toldToModel<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    throw new Error(textForModel(thrown), { cause: thrown });
  }
}

/** Lines of standard error that are worth showing. */
const LINES = 5;

/** What is known of a server that failed: its own last words are quoted and cannot pass for ours. */
export function describeFailure(why: string, { stderr, ended, isNoisy }: Diagnosis): string {
  const known = ended !== undefined && !why.includes(ended) ? `${why} (${ended})` : why;
  const facts = isNoisy ? `${known}; it wrote something to standard output that is not a message` : known;
  if (stderr === undefined) return facts;
  const last = stderr
    .split("\n")
    .slice(-LINES)
    .map((line) => `  | ${visibleText(line).slice(0, 300)}`);
  return `${facts}; its last words:\n${last.join("\n")}`;
}
