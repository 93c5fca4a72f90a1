/**
 * Matches a whole text against a pattern in which `*` stands for any characters, newlines included; every other
 * character stands for itself. Time is at most the product of both lengths: the last star is the only one that is
 * ever widened.
 */
export function matchGlob(pattern: string, text: string): boolean {
  let at = 0;
  let read = 0;
  let star = -1;
  let resume = 0;
  while (read < text.length) {
    if (pattern[at] === "*") {
      star = at;
      at += 1;
      resume = read;
    } else if (pattern[at] === text[read]) {
      at += 1;
      read += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      read = resume;
    } else {
      return false;
    }
  }
  while (pattern[at] === "*") at += 1;
  return at === pattern.length;
}
