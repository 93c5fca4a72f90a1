const VERSION = String.raw`(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?`;
const ID = String.raw`"id"\s*:\s*(\d+)\s*`;
const RESULT = String.raw`"(?:result|error)"\s*:`;
const ID_FIRST = new RegExp(String.raw`^\s*\{\s*${VERSION}${ID},\s*${VERSION}${RESULT}`);
const RESULT_FIRST = new RegExp(String.raw`^\s*\{\s*${VERSION}${RESULT}`);
const ID_LAST = new RegExp(String.raw`${ID}(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/**
 * Which request an answer belongs to of which only the first and the last part are known. An `id` somewhere in the data
 * of the result is none.
 */
export function idOfAnswer(head: string, tail: string): number | undefined {
  const id = ID_FIRST.exec(head)?.[1] ?? (RESULT_FIRST.test(head) ? ID_LAST.exec(tail)?.[1] : undefined);
  return id === undefined ? undefined : Number(id);
}
