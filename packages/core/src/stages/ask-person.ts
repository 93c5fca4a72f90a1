import type { AdmittedCall } from "../contract/call.ts";
import type { PersonReply, PersonRequest } from "../contract/tool.ts";
import { askAnswerers } from "./answer.ts";
import type { PersonAnswer, Question, Runtime } from "./runtime.ts";

/**
 * Puts a question of a running call to the answerers, alone among all questions of the session. Whatever is not a yes
 * declines, and so does an answerer that fails.
 */
export async function askPerson(
  { id, tool, decision }: AdmittedCall,
  { words, preview, input, questions }: PersonRequest,
  { runtime, signal }: { readonly runtime: Runtime; readonly signal: AbortSignal },
): Promise<PersonReply> {
  signal.throwIfAborted();
  const question: Question = {
    call: id,
    tool: tool.name,
    ...(runtime.agent && { agent: runtime.agent.name }),
    ...(questions && { questions }),
    input,
    words,
    preview,
    // Nothing is decided here: no votes, and no rule that would answer the next time.
    decision: {
      ...decision,
      behavior: "ask",
      effective: "ask",
      because: [],
      votes: [],
      effects: [],
      uncovered: [],
    },
    proposals: [],
  };
  // Where the interaction is the answer, hooks that answer for the person answer this as well.
  const mayHookAnswer = tool.flags.needsPerson && runtime.commandHooks.mayAnswer(tool);
  const ask = async () => {
    const hooked = mayHookAnswer && (await runtime.commandHooks.answer(question, tool, runtime));
    return hooked || askAnswerers(question, runtime, signal);
  };
  // Where nobody can answer, nothing waits: a call that a hook makes may be part of an answer that is being given.
  const isAnswerable = mayHookAnswer || runtime.answerers.length > 0;
  const { by, said } = await (isAnswerable ? runtime.questionTurn(ask) : ask());
  const reply = replyOf(said, input);
  runtime.record({ type: "person.asked", call: id, tool: tool.name, words, by, action: reply.action });
  return reply;
}

function replyOf(said: PersonAnswer, proposal: unknown): PersonReply {
  if (said.behavior === "allow") return { action: "accept", input: said.input ?? proposal };
  // Answerers may give anything, also what has no members.
  const { message } = said as { readonly message?: string };
  const action = said.behavior === "stop" ? "cancel" : "decline";
  return message === undefined ? { action } : { action, message };
}
