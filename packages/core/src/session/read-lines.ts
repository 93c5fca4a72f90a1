/**
 * The lines of a text in UTF-8, without their ends. Only a line feed ends a line: a carriage return and the other line
 * ends of Unicode may stand inside of a JSON line. Holds one line at a time.
 * @param chunks bytes of the text, cut anywhere.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let parts: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      parts.push(chunk.subarray(start, end));
      yield textOf(parts);
      parts = [];
      start = end + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
  if (parts.length > 0) yield textOf(parts);
}

const LINE_FEED = 10;

const textOf = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString("utf8");
