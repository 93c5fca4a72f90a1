import * as messages from "./messages.ts";

/** A reason not to go on, in words for the model. Thrown by the steps that the check and the act of a tool share. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

/**
 * Runs a step and gives the text of its refusal: at once for a step that gives no promise.
 * @returns undefined when the step passed; errors that are no refusals are thrown on.
 */
export function objectionOf(step: () => unknown): string | undefined | Promise<string | undefined> {
  try {
    const passed = step();
    return passed instanceof Promise ? passed.then(() => undefined, textOfRefusal) : undefined;
  } catch (error) {
    return textOfRefusal(error);
  }
}

function textOfRefusal(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  throw error;
}

/** Runs a file system step and turns its error into a refusal that names `path`. */
export async function inWords<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const code = codeOf(error);
    if (error instanceof Refusal || code === undefined) throw error;
    throw new Refusal(messages.fileSystemError(path, code), { cause: error });
  }
}

/** The code of a system error such as `ENOENT`, or undefined for anything else. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
