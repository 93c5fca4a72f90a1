/** One difference between the file and `old_string`: a line of each. */
export interface Difference {
  /** 1-based line of the file. */
  readonly line: number;
  readonly inFile: string;
  readonly given: string;
  /** The text in the file ends with this line, and `old_string` goes on. */
  readonly isEnd?: true;
}

/** The first line in which two texts part. @param line 1-based line of the file in which `actual` begins. */
export function firstDifference(
  actual: string,
  given: string,
  { line }: { readonly line: number },
): Difference {
  const [ours, theirs] = [actual.split("\n"), given.split("\n")];
  let i = 0;
  while (i < Math.min(ours.length, theirs.length) - 1 && ours[i] === theirs[i]) i++;
  const [inFile = "", next = ""] = [ours[i], theirs[i]];
  return { line: line + i, inFile, given: next, ...(inFile === next && { isEnd: true as const }) };
}
