import type { Answerer, PersonAnswer } from "../../src/index.ts";
import { eventsOf, type World } from "../world.ts";

/** Somebody who answers what calls ask. */
export const person = (answer: Answerer["answer"], name = "person"): Answerer => ({ name, answer });

/** Somebody who always says the same, an answer or not. */
export const says = (said: unknown, name = "person"): Answerer =>
  person(async () => said as PersonAnswer, name);

/** What was decided in a session, read from its journal after its end. */
export async function decided(world: World) {
  await world.session.close();
  return eventsOf(await world.journal(), "call.decided").map(({ decision }) => decision);
}
