import type { Answerer, PromptEvent } from "@gauntlet/core";
import type { Renderer } from "./render.ts";

/** A renderer that is silent while a person is being asked, and then shows what it held back. */
export interface HeldRenderer extends Renderer {
  /** The same answerer, with the screen to itself while it asks. */
  quietFor(answerer: Answerer): Answerer;
}

export function holdWhileAsking(renderer: Renderer): HeldRenderer {
  let questions = 0;
  let held: PromptEvent[] = [];
  const release = (): void => {
    const events = held;
    held = [];
    for (const event of events) renderer.show(event);
  };
  return {
    show(event) {
      if (questions > 0) held.push(event);
      else renderer.show(event);
    },
    end() {
      release();
      renderer.end();
    },
    quietFor: ({ name, answer }) => ({
      name,
      async answer(question, signal) {
        questions += 1;
        renderer.end();
        try {
          return await answer(question, signal);
        } finally {
          questions -= 1;
          if (questions === 0) release();
        }
      },
    }),
  };
}
