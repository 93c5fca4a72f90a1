import { visibleText } from "@gauntlet/core";
import type { Diagnosis } from "./sdk-client.ts";

/** A server that cannot be used now; the message names it and says what is known, for people and models. */
export class ServerProblem extends Error {
  readonly server: string;
  /** Somebody has to log in first. */
  readonly wantsLogin: boolean;

  constructor(server: string, what: string, { wantsLogin = false }: { readonly wantsLogin?: boolean } = {}) {
    super(`the MCP server \`${visibleText(server)}\` ${what}`);
    this.server = server;
    this.wantsLogin = wantsLogin;
  }
}

/** Lines of standard error that are worth showing. */
const LINES = 5;

/** What is known of a server that failed: its own last words are quoted and cannot pass for ours. */
export function describeFailure(why: string, { stderr, ended }: Diagnosis): string {
  const facts = ended !== undefined && !why.includes(ended) ? `${why} (${ended})` : why;
  if (stderr === undefined) return facts;
  const last = stderr
    .split("\n")
    .slice(-LINES)
    .map((line) => `  | ${visibleText(line).slice(0, 300)}`);
  return `${facts}; its last words:\n${last.join("\n")}`;
}
