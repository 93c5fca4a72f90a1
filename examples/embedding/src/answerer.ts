import type { Answerer } from "@gauntlet/core";

/** Stands where an application would show a dialog: says what it is asked, and refuses. */
export const askNobodyToWrite: Answerer = {
  name: "example",
  async answer({ words }) {
    console.log(`asked      may I ${words}?`);
    return { behavior: "deny", message: "This example changes no files." };
  },
};
