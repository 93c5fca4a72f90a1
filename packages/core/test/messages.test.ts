import { expect, test } from "vitest";
import { messages } from "../src/messages.ts";

test("reasons of a denial are joined whether they end with a dot or not", () => {
  expect(messages.denied(["Private keys stay. ", "no network"], undefined)).toMatch(
    /^Permission denied: Private keys stay; no network\. Do not/,
  );
});
