import { expect } from "vitest";
import { requestProblem } from "../../../testing/src/check-request.ts";
import { assertValidRequest, type Message, type ModelRequest, type ResultBlock } from "../../src/index.ts";
import { toRequestBody } from "../../src/model/request-body.ts";
import type { World } from "../world.ts";

export const text = (words: string) => ({ type: "text", text: words }) as const;
export const use = (name: string, more: object = {}) => ({ type: "tool_use", name, ...more }) as const;

/** Every request so far could be sent, by our own measure and by the API's. */
export function expectValid(requests: readonly ModelRequest[]): void {
  for (const request of requests) {
    assertValidRequest(request.messages);
    expect(requestProblem(JSON.parse(JSON.stringify(toRequestBody(request))))).toBeUndefined();
  }
}

/** Every request was valid, and so is the one after all this. */
export async function stillSound(
  world: World,
  requests: readonly ModelRequest[] = world.model.requests,
): Promise<readonly Message[]> {
  await world.prompt("still there?");
  expectValid(requests);
  return requests.at(-1)?.messages ?? [];
}

/** The results in one message; the last by default. */
export const resultsIn = (messages: readonly Message[] | undefined, at = -1): readonly ResultBlock[] =>
  (messages?.at(at)?.content ?? []).filter((block) => block.type === "tool_result") as ResultBlock[];

export const textsIn = (messages: readonly Message[]): string =>
  messages
    .flatMap(({ content }) => content.map((block) => (block as { text?: string }).text ?? ""))
    .join("\n");
