import { expect, test } from "vitest";
import { messages } from "../src/messages.ts";

test.each([
  ["not started", messages.notStarted("E2BIG"), "Tell the person."],
  ["not observed to its end", messages.vanished, "Check what it did before you repeat it."],
  ["whose output is lost", messages.outputBroken("EIO"), "Do not repeat it; check what it did."],
  [
    "that needs a sandbox",
    messages.sandboxMissing("no bwrap"),
    "Tell the person that `sandbox.required` is set.",
  ],
  ["interrupted before", messages.abortedBefore, "Wait for the person's next message."],
])("a command %s ends with what to do next", (_, text, step) => {
  expect(text.endsWith(` ${step}`)).toBe(true);
});
