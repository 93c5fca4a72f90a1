import { isJsonObject } from "@gauntlet/core";
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { idOfAnswer } from "./answer-id.ts";

/** An answer in the form the protocol has for it. */
export type Answer =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** What one line of a server brings. */
export interface Incoming {
  /** Its requests and notifications. */
  readonly messages: readonly JSONRPCMessage[];
  /** Answers to requests of ours; an `id` of null is that of a request the server could not read. */
  readonly answers: readonly { readonly id: string | number | null; readonly answer: Answer }[];
  /** Whether there was something that is neither. */
  readonly isNoisy: boolean;
}

/** Of a line that cannot be read, the parts that may tell which request it answers. In characters. */
const ENDS = 2_048;

const BYTE_ORDER_MARK = /^\ufeff/;

/**
 * Reads a line of JSON-RPC, or a list of messages in one. What is meant as an answer and cannot be used becomes an error
 * that says so: who waits for it is not kept until the time is over.
 */
export function readLine(text: string): Incoming {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(BYTE_ORDER_MARK, ""));
  } catch {
    const id = idOfAnswer(text.slice(0, ENDS), text.slice(-ENDS));
    if (id === undefined) return { messages: [], answers: [], isNoisy: true };
    return { messages: [], answers: [{ id, answer: unusable("it is not JSON") }], isNoisy: false };
  }
  const entries = Array.isArray(value) ? value : [value];
  const messages = entries.filter(isMessage);
  const answers = entries.flatMap(readAnswer);
  return { messages, answers, isNoisy: messages.length + answers.length < entries.length };
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isJsonObject(value) && value["jsonrpc"] === "2.0" && typeof value["method"] === "string";
}

function readAnswer(value: unknown): Incoming["answers"] {
  if (!isJsonObject(value) || value["method"] !== undefined) return [];
  const { id } = value;
  if (typeof id !== "number" && typeof id !== "string" && id !== null) return [];
  return [{ id, answer: answerOf(value) }];
}

function answerOf({ jsonrpc, result, error }: Readonly<Record<string, unknown>>): Answer {
  if (jsonrpc !== "2.0") return unusable("it is not one of JSON-RPC 2.0");
  if (error !== undefined && error !== null) return { error: errorOf(error) };
  if (isJsonObject(result)) return { result };
  const isMissing = result === undefined || result === null;
  return unusable(isMissing ? "it has neither a result nor an error" : "its result is not an object");
}

function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = isJsonObject(error) ? error : { message: error };
  return {
    code: Number.isInteger(code) ? (code as number) : NO_CODE,
    message: typeof message === "string" && message !== "" ? message : "its error says nothing",
    ...(data !== undefined && { data }),
  };
}

/** @source JSON-RPC 2.0: from here on servers may mean by a code what they like */
const NO_CODE = -32_000;

/** What a call gets in place of its answer. */
export const failure = (message: string): Answer => ({ error: { code: NO_CODE, message } });

const unusable = (why: string): Answer => failure(`its answer cannot be used: ${why}`);
