import { expect, test } from "vitest";
import { idOfAnswer } from "../src/answer-id.ts";

test.each<[string, string, string, number | undefined]>([
  ["before the result", '{"jsonrpc":"2.0","id":3,"result":{"id":7', '"}}', 3],
  ["at the very front", '{ "id": 3, "jsonrpc": "2.0", "error": {', '"}}', 3],
  [
    "behind the result, as the official servers write",
    '{"result":{"id":7,"x":"',
    '"},"jsonrpc":"2.0","id":3}',
    3,
  ],
  ["behind the result, before the version", '{"jsonrpc":"2.0","result":{', '},"id":3,"jsonrpc":"2.0"}\r', 3],
  ["in the data of the result only", '{"jsonrpc":"2.0","result":{"id":7,', '{"id":7}}', undefined],
  ["that of a request of the server", '{"jsonrpc":"2.0","id":3,"method":"x","params":{', '"}}', undefined],
  ["that of such a request, at its end", '{"method":"x","params":{', '},"jsonrpc":"2.0","id":3}', undefined],
  ["nowhere", "xxxx", "xxxx", undefined],
])("an id %s", (_, head, tail, id) => {
  expect(idOfAnswer(head, tail)).toBe(id);
});
