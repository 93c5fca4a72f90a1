import type { PromptEvent, Question } from "@gauntlet/core";
import { expect, test } from "vitest";
import { holdWhileAsking } from "../src/held-renderer.ts";

const text = (value: string): PromptEvent => ({ type: "text", text: value });

function recorded() {
  const shown: string[] = [];
  const renderer = holdWhileAsking({
    show: (event) => void shown.push((event as { text: string }).text),
    end: () => void shown.push("|"),
  });
  return { shown, renderer };
}

test("what happens while a person is asked is shown after the answer, in order", async () => {
  const { shown, renderer } = recorded();
  renderer.show(text("before"));
  const answerer = renderer.quietFor({
    name: "person",
    answer: async () => {
      renderer.show(text("meanwhile"));
      renderer.show(text("and this"));
      shown.push("question");
      return { behavior: "allow" };
    },
  });
  expect(await answerer.answer({} as Question, new AbortController().signal)).toEqual({ behavior: "allow" });
  renderer.show(text("after"));
  expect(shown).toEqual(["before", "|", "question", "meanwhile", "and this", "after"]);
});

test("an answerer that fails does not keep anything back", async () => {
  const { shown, renderer } = recorded();
  const failing = renderer.quietFor({
    name: "person",
    answer: async () => {
      renderer.show(text("meanwhile"));
      throw new Error("gone");
    },
  });
  await expect(failing.answer({} as Question, new AbortController().signal)).rejects.toThrow("gone");
  expect(shown).toEqual(["|", "meanwhile"]);
});
