/** Words of a script without spaces. */
export interface UnspacedWords {
  readonly words: ReadonlySet<string>;
  /** Letters of the longest. */
  readonly longest: number;
}

/**
 * The known words in a run of a script without spaces, longest first. What is left over is divided into pairs of letters,
 * so that it still finds itself.
 */
export function segment(run: string, { words, longest }: UnspacedWords): readonly string[] {
  const letters = [...run];
  const found: string[] = [];
  let unknown: string[] = [];
  const pairUp = () => {
    found.push(...unknown.slice(1).map((letter, i) => `${unknown[i]}${letter}`));
    unknown = [];
  };
  for (let at = 0; at < letters.length; ) {
    const word = longestWord(letters, at, { words, longest });
    if (word === undefined) {
      unknown.push(letters[at] ?? "");
      at++;
    } else {
      pairUp();
      found.push(word);
      at += [...word].length;
    }
  }
  pairUp();
  return found;
}

function longestWord(
  letters: readonly string[],
  at: number,
  { words, longest }: UnspacedWords,
): string | undefined {
  for (let length = Math.min(longest, letters.length - at); length > 0; length--) {
    const word = letters.slice(at, at + length).join("");
    if (words.has(word)) return word;
  }
  return undefined;
}
