import { hash } from "node:crypto";
import type { JournalEntry } from "../contract/event.ts";

const HASH_MEMBER = ',"hash":"';

/** The JSON of an entry without its hash; the hash is appended as the last member, so bytes can be checked as they are. */
export function lineBody(entry: Omit<JournalEntry, "hash">): string {
  return JSON.stringify(entry);
}

/** A line as it is written, with its end. */
export function sealLine(body: string, hash: string): string {
  return `${body.slice(0, -1)}${HASH_MEMBER}${hash}"}\n`;
}

/** Splits a line, without its end, into the body its hash covers and the hash. */
export function splitLine(line: string): { body: string; hash: string } | undefined {
  const at = line.lastIndexOf(HASH_MEMBER);
  if (at < 0 || !line.endsWith('"}')) return undefined;
  return { body: `${line.slice(0, at)}}`, hash: line.slice(at + HASH_MEMBER.length, -2) };
}

/** SHA-256 over the previous hash and this entry's bytes, in hex. */
export function chainHash(previous: string, body: string): string {
  return hash("sha256", previous + body);
}
