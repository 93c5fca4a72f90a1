import { textValue, type Value } from "./values.ts";

/** A command whose program is found under this name too where file names are the same without regard to case. */
export function inLowerCase([head, ...args]: readonly Value[]): readonly Value[] | undefined {
  if (head?.kind !== "text") return undefined;
  const at = head.text.lastIndexOf("/") + 1;
  const text = head.text.slice(0, at) + head.text.slice(at).toLowerCase();
  return text === head.text ? undefined : [textValue(text), ...args];
}
