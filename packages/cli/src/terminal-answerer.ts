import { createInterface } from "node:readline/promises";
import type { Answerer } from "@gauntlet/core";
import { questionText } from "./question-text.ts";

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/**
 * Asks the person at the terminal: `y` allows once, `n` denies (words after it are for the model), `s` stops the
 * task. Anything else asks again; the end of input denies.
 */
export function createTerminalAnswerer({ input, output }: Terminal): Answerer {
  return {
    name: "person",
    async answer(question, signal) {
      output.write(`\n${questionText(question)}\n`);
      const lines = createInterface({ input, output });
      const ended = new Promise<"">((resolve) => lines.once("close", () => resolve("")));
      try {
        for (;;) {
          const said = await Promise.race([
            lines.question("  y allow once · n [word for the model] deny · s stop > ", { signal }),
            ended,
          ]);
          const [, key, word] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(said) ?? [];
          const message = word ? { message: word } : {};
          if (key === "y" || key === "yes") return { behavior: "allow" };
          if (key === "n" || key === "no") return { behavior: "deny", ...message };
          if (key === "s" || key === "stop") return { behavior: "stop", ...message };
          if (said === "") return { behavior: "deny" };
        }
      } finally {
        lines.close();
      }
    },
  };
}

/** Tells whether a person can be asked: both ends are a terminal. */
export function hasPerson(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}
