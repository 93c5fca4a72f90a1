/** A stream that takes what is written within one turn of the event loop as one write. */
export interface GatheredWrites {
  write(text: string): void;
  /** Writes at once what has been gathered. */
  flush(): void;
}

/** Writes to a terminal or pipe are made at once and cost the caller their time; many calls at once say many lines. */
export function gatherWrites(stream: NodeJS.WritableStream): GatheredWrites {
  let gathered = "";
  const flush = (): void => {
    const text = gathered;
    gathered = "";
    if (text !== "") stream.write(text);
  };
  return {
    write(text) {
      if (gathered === "") setImmediate(flush);
      gathered += text;
    },
    flush,
  };
}
