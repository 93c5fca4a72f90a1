import { DEVICE, touch } from "./paths.ts";
import type { Part } from "./report.ts";
import { absolutePaths, type State } from "./state.ts";
import type { Redirect } from "./tree.ts";
import { type Value, valuesOf } from "./values.ts";

const NETWORK = /^\/dev\/(?:tcp|udp)\/([^/]+)\/(\d+)$/;

/** What a redirection touches. */
export function redirectParts({ access, target }: Redirect, state: State): readonly Part[] {
  if (target === undefined || access === "input") return [];
  const values = valuesOf(target, state);
  const [value] = values;
  if (value === undefined || values.length > 1) return [unknown(target.source)];
  if (value.kind === "stream") return [];
  if (access === "duplicate") {
    if (value.kind === "text" && /^(\d+-?|-)$/.test(value.text)) return [];
    return kindsOf("write").flatMap((kind) => partsFor(kind, value, state));
  }
  return kindsOf(access).flatMap((kind) => partsFor(kind, value, state));
}

const kindsOf = (access: "read" | "write" | "both"): readonly ("read" | "write")[] =>
  access === "both" ? ["read", "write"] : [access];

function partsFor(kind: "read" | "write", value: Value, state: State): readonly Part[] {
  // Somewhere that is no device: any file, as far as anybody can say.
  if (value.kind === "unknown" && !value.splits && value.prefix !== "" && !mayBeDevice(value.prefix))
    return touch(value, { access: kind, inherent: false }, state);
  if (value.kind !== "text") return [unknown(value.source)];
  const [, host, port] = NETWORK.exec(value.text) ?? [];
  if (host !== undefined) return [{ kind: "connect", host, port: Number(port), inherent: false }];
  if (DEVICE.test(value.text)) return [];
  const paths = absolutePaths(value.text, state);
  if (paths === undefined) return [unknown(value.source)];
  return paths.map((path) => ({ kind, path, inherent: false }));
}

const mayBeDevice = (prefix: string): boolean =>
  /^\/+($|\.|d)|^\.|^~/.test(prefix) || "/dev".startsWith(prefix);

const unknown = (source: string): Part => ({
  kind: "opaque",
  reason: `where \`${source}\` leads is not known before it runs`,
});
