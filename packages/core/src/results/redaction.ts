import type { ResultBlock } from "../contract/message.ts";
import type { RedactedStream } from "../contract/resource.ts";
import type { Redactor, SecretCounts } from "../secrets/redact.ts";

/** Replaces secrets in what calls give, once: before the model, the journal and the file of a large result. */
export interface Redaction {
  /** A result without its secrets; the same object when there are none. Images and documents stay. */
  content(call: string, content: ResultBlock["content"]): ResultBlock["content"];
  text(call: string, text: string): string;
  /** Output as it is produced. */
  stream(call: string, passOn: (bytes: Buffer) => void): RedactedStream;
  /** How many were replaced for a call so far. */
  count(call: string): number;
  /** What was replaced for a call since the last time; undefined when nothing was. */
  take(call: string): SecretCounts | undefined;
}

/** @param redactor undefined: everything stays as it is. */
export function createRedaction(redactor: Redactor | undefined): Redaction {
  const counts = new Map<string, Record<string, number>>();
  const counter = (call: string) => (name: string) => {
    const found = counts.get(call) ?? {};
    counts.set(call, { ...found, [name]: (found[name] ?? 0) + 1 });
  };
  const text = (call: string, given: string): string => redactor?.text(given, counter(call)) ?? given;
  return {
    text,
    content(call, content) {
      if (typeof content === "string") return text(call, content);
      const parts = content.map((part) => {
        if (part.type !== "text") return part;
        const redacted = text(call, part.text);
        return redacted === part.text ? part : { ...part, text: redacted };
      });
      return parts.some((part, i) => part !== content[i]) ? parts : content;
    },
    stream: (call, passOn) =>
      redactor?.stream({ passOn, onSecret: counter(call) }) ?? { write: passOn, end: () => undefined },
    count: (call) => Object.values(counts.get(call) ?? {}).reduce((sum, count) => sum + count, 0),
    take(call) {
      const found = counts.get(call);
      counts.delete(call);
      return found;
    },
  };
}
