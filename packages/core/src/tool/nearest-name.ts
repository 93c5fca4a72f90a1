/**
 * The candidate closest to `name`, else the one `name` begins with as a word (`Read` for `read_file`), or undefined when
 * none is close enough to be a slip of the hand.
 */
export function nearestName(name: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? candidates.find((candidate) => beginsWith(name, candidate));
}

/** The letter after a whole word is none, or a capital. */
function beginsWith(name: string, word: string): boolean {
  if (word === "" || !name.toLowerCase().startsWith(word.toLowerCase())) return false;
  return /^[^a-z]/.test(name.slice(word.length));
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
