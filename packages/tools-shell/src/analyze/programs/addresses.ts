import { touch } from "../paths.ts";
import type { Part } from "../report.ts";
import type { State } from "../state.ts";
import type { Value } from "../values.ts";

/** Where addresses lead: a machine, or a file of this one. */
export function addresses(values: readonly Value[], state: State): readonly Part[] {
  return values.flatMap((value): readonly Part[] => {
    const text = value.kind === "text" ? value.text : knownStart(value);
    const address = /^[a-z][a-z0-9+.-]*:\//i.test(text) || /^file:/i.test(text) ? text : `http://${text}`;
    if (text === "" || isReadInManyWays(text) || !URL.canParse(address)) return [unknown(value)];
    const { hostname, port, protocol, pathname } = new URL(address);
    if (protocol === "file:") {
      const file = decodeURIComponent(pathname);
      return touch(
        { kind: "text", text: file, source: value.source },
        { access: "read", inherent: true },
        state,
      );
    }
    if (hostname === "") return [unknown(value)];
    return [{ kind: "connect", host: hostname, inherent: true, ...(port !== "" && { port: Number(port) }) }];
  });
}

const unknown = ({ source }: Value): Part => ({
  kind: "opaque",
  reason: `where \`${source}\` leads is not known before it runs`,
});

/** Lists of addresses, and signs that programs take for the end of the machine's name or for a part of it. */
const isReadInManyWays = (text: string): boolean =>
  /[{}[\]\\\s]/.test(text) || /^@|^[^/?#]*@[^/?#]*@/.test(text.replace(/^[a-z][a-z0-9+.-]*:\/+/i, ""));

/** What stands before the path says where an address leads, as long as the rest is part of the same word. */
function knownStart(value: Value): string {
  if ((value.kind !== "unknown" || value.splits) && value.kind !== "paths") return "";
  return /^https?:\/\/[\w.-]+(:\d+)?\//.exec(value.kind === "paths" ? value.base : value.prefix)?.[0] ?? "";
}
