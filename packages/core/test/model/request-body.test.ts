import { describe, expect, it } from "vitest";
import type { Message } from "../../src/contract/message.ts";
import type { ModelRequest } from "../../src/model/port.ts";
import { toRequestBody } from "../../src/model/request-body.ts";

const text = (words: string) => ({ type: "text", text: words }) as const;
const tools = ["Bash", "Read"].map((name) => ({
  name,
  description: `${name}.`,
  input_schema: { type: "object", properties: { b: {}, a: {} } },
}));
const request = (messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: "m",
  maxTokens: 10,
  system: "Be brief.",
  tools,
  messages,
  ...more,
});
const countBreakpoints = (body: object) => JSON.stringify(body).split('"cache_control"').length - 1;

describe("toRequestBody", () => {
  it("puts tools of the server behind those of the session", () => {
    const search = { type: "web_search_20250305", name: "web_search" };
    const asked = (more: Partial<ModelRequest>) =>
      toRequestBody(request([{ role: "user", content: [text("one")] }], { serverTools: [search], ...more }));
    expect(asked({}).tools?.at(-1)).toEqual(search);
    expect(asked({ tools: [] }).tools).toEqual([search]);
  });

  it("marks the last tool, the system text and the last block of the last message", () => {
    expect(
      toRequestBody(
        request([
          { role: "user", content: [text("one")] },
          { role: "assistant", content: [text("two")] },
          { role: "user", content: [text("three"), text("four")] },
        ]),
      ),
    ).toEqual({
      model: "m",
      max_tokens: 10,
      stream: true,
      tools: [tools[0], { ...tools[1], cache_control: { type: "ephemeral" } }],
      system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
      messages: [
        { role: "user", content: [text("one")] },
        { role: "assistant", content: [text("two")] },
        { role: "user", content: [text("three"), { ...text("four"), cache_control: { type: "ephemeral" } }] },
      ],
    });
  });

  it("gives tools and system byte for byte the same in the next request", () => {
    const first = toRequestBody(request([{ role: "user", content: [text("one")] }]));
    const later = toRequestBody(
      request([
        { role: "user", content: [text("one")] },
        { role: "assistant", content: [text("two")] },
        { role: "user", content: [text("three")] },
      ]),
    );
    expect(JSON.stringify([later.tools, later.system])).toBe(JSON.stringify([first.tools, first.system]));
  });

  it("leaves out tools and system when there are none, since the API refuses them empty", () => {
    const body = toRequestBody(
      request([{ role: "user", content: [text("hi")] }], { tools: [], system: " \n" }),
    );
    expect(Object.keys(body)).toEqual(["model", "max_tokens", "stream", "messages"]);
  });

  it.each([
    ["a thinking block", [text("a"), { type: "thinking", thinking: "t", signature: "s" }]],
    ["a redacted thinking block", [text("a"), { type: "redacted_thinking", data: "d" }]],
    ["an empty text", [text("a"), text("")]],
  ])("puts the breakpoint before %s", (_, content) => {
    const { messages } = toRequestBody(request([{ role: "assistant", content }]));
    expect(messages[0]?.content).toEqual([
      { ...text("a"), cache_control: { type: "ephemeral" } },
      content[1],
    ]);
  });

  it("leaves a last message alone that has no place for a breakpoint", () => {
    const message: Message = { role: "assistant", content: [{ type: "thinking", thinking: "t" }] };
    expect(toRequestBody(request([message])).messages).toEqual([message]);
  });

  it("never has more than four breakpoints, also when messages bring their own", () => {
    const messages = Array.from({ length: 9 }, (_, index) => ({
      role: index % 2 === 0 ? "user" : "assistant",
      content: [{ ...text(`${index}`), cache_control: { type: "ephemeral" } }],
    })) as unknown as Message[];
    expect(countBreakpoints(toRequestBody(request(messages)))).toBe(3);
  });

  it("changes nothing it was given and copies only the last message", () => {
    const messages: Message[] = [
      { role: "user", content: [text("one")] },
      { role: "user", content: [text("two")] },
    ];
    const before = structuredClone(messages);
    const body = toRequestBody(request(messages));
    expect(messages).toEqual(before);
    expect(body.messages[0]).toBe(messages[0]);
    expect(body.messages[1]).not.toBe(messages[1]);
  });
});
