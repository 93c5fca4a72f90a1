/** Words as they are written, each with its stem, arranged for finding those that look alike. */
export interface Vocabulary {
  readonly stems: ReadonlyMap<string, string>;
  /** All stems. */
  readonly known: ReadonlySet<string>;
  /** By their first letter; under `_x` by their second. */
  readonly byLetter: ReadonlyMap<string, readonly string[]>;
}

const SHORTEST_ALIKE = 4;

/** Arranges words; shorter ones than four letters look like nothing but themselves. */
export function createVocabulary(stems: ReadonlyMap<string, string>): Vocabulary {
  const byLetter = new Map<string, string[]>();
  for (const word of stems.keys()) {
    if (word.length < SHORTEST_ALIKE) continue;
    for (const key of [word.slice(0, 1), `_${word.slice(1, 2)}`]) {
      const list = byLetter.get(key);
      if (list) list.push(word);
      else byLetter.set(key, [word]);
    }
  }
  return { stems, known: new Set(stems.values()), byLetter };
}

/** The stems of the words that differ from `word` in their endings only. */
export function bentWords(word: string, { byLetter, stems }: Vocabulary): readonly string[] {
  const alike = (byLetter.get(word.slice(0, 1)) ?? []).filter((other) => haveOneBeginning(word, other));
  return alike.map((other) => stems.get(other) ?? other);
}

function haveOneBeginning(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const [longer, shorter] = [Math.max(a.length, b.length), Math.min(a.length, b.length)];
  return same >= SHORTEST_ALIKE && same >= longer * 0.6 && shorter - same <= 3 && longer - same <= 4;
}

/**
 * The stems of the words that one or two slips of the hand turn into `word`: a letter too many, missing, wrong, or two
 * exchanged. Only those with the fewest slips; without any, `slips` is infinite.
 */
export function nearWords(word: string, vocabulary: Vocabulary): { slips: number; stems: readonly string[] } {
  let fewest = word.length < SHORTEST_ALIKE ? 0 : word.length < 6 ? 1 : 2;
  let found: string[] = [];
  for (const candidate of lookalikes(word, vocabulary)) {
    if (Math.abs(candidate.length - word.length) > fewest) continue;
    const slips = slipsBetween(word, candidate, fewest);
    if (slips > fewest) continue;
    if (slips < fewest) found = [];
    fewest = slips;
    found.push(vocabulary.stems.get(candidate) ?? candidate);
  }
  return { slips: found.length > 0 ? fewest : Number.POSITIVE_INFINITY, stems: found };
}

function lookalikes(word: string, { byLetter }: Vocabulary): readonly string[] {
  const [first = "", second = ""] = word;
  return [...new Set([first, second, `_${first}`])].flatMap((key) => byLetter.get(key) ?? []);
}

/** @returns `most` + 1 for anything above `most` */
function slipsBetween(a: string, b: string, most: number): number {
  let before: readonly number[] = [];
  let previous: readonly number[] = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const exchanged = !isSame && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          (previous[j - 1] ?? 0) + (isSame ? 0 : 1),
          (previous[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          exchanged ? (before[j - 2] ?? 0) + 1 : most + 1,
        ),
      );
    }
    if (Math.min(...row) > most) return most + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}
