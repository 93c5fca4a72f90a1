import type { HereDoc, HereString, Redirect as ParsedRedirect } from "unbash";
import type { Redirect } from "../tree.ts";
import { literal, type Reader } from "./reader.ts";

const ACCESS: Readonly<Record<string, Redirect["access"]>> = {
  "<": "read",
  ">": "write",
  ">>": "write",
  ">|": "write",
  "&>": "write",
  "&>>": "write",
  "<>": "both",
  "<&": "duplicate",
  ">&": "duplicate",
};

/** `> file`, `<< END`, `<<< word`. */
export function readRedirect(redirect: ParsedRedirect | HereString | HereDoc, reader: Reader): Redirect {
  const { descriptor } = redirect;
  const read = readUnnumbered(redirect, reader);
  return descriptor?.type === "FileDescriptorVariable" ? { ...read, variable: descriptor.name } : read;
}

function readUnnumbered(redirect: ParsedRedirect | HereString | HereDoc, reader: Reader): Redirect {
  if (redirect.type === "HereDoc") {
    const { parts, text } = redirect.body;
    const pieces = parts?.map((part) => reader.piece(part, true)) ?? [literal(text)];
    return { access: "input", body: { source: text, pieces } };
  }
  const target = redirect.target && reader.word(redirect.target);
  if (redirect.type === "HereString") return { access: "input", ...(target && { body: target }) };
  return { access: ACCESS[redirect.operator] ?? "both", ...(target && { target }) };
}
