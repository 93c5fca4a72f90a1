import type { Answerer } from "@gauntlet/core";

/** Somebody who is there and never asked: with them in place, asks are shown as asks. */
export const ONLOOKER: Answerer = Object.freeze({ name: "person", answer: async () => undefined });
