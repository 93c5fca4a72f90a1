import { LIMITS } from "./limits.ts";
import type { RequestHow, SdkConnection } from "./sdk-client.ts";

/** All entries of a list that comes in pages, and why it was cut short when it was. */
export interface Pages {
  readonly entries: readonly unknown[];
  readonly problem?: string;
}

/**
 * Reads a list to its end. A server whose cursor comes again, or that never stops, costs few requests: what it listed
 * until then counts.
 */
export async function listPages(
  connection: SdkConnection,
  { method, key }: { readonly method: string; readonly key: string },
  how: RequestHow,
): Promise<Pages> {
  const entries: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < LIMITS.pages; page++) {
    const result = await connection.request(method, cursor === undefined ? {} : { cursor }, how);
    const listed = result[key];
    if (!Array.isArray(listed))
      return { entries, problem: `its answer to \`${method}\` has no list \`${key}\`` };
    const next = result["nextCursor"];
    if (typeof next === "string" && seen.has(next))
      // The page of a cursor that came before is that page again.
      return { entries, problem: `its answers to \`${method}\` repeat themselves; what came first counts` };
    for (const entry of listed) entries.push(entry);
    if (typeof next !== "string" || next === "") return { entries };
    seen.add(next);
    cursor = next;
  }
  return { entries, problem: `its answers to \`${method}\` do not end; ${LIMITS.pages} pages count` };
}
