/**
 * Tokens a text costs, by rule of thumb: four ASCII characters each, and one for each character of three bytes or
 * more, which is what East Asian text and symbols come to.
 * @param chars UTF-16 units.
 * @param bytes the same text in UTF-8.
 */
export function estimateTokens(chars: number, bytes: number): number {
  const costly = (bytes - chars) / 2;
  return (chars - costly) / 4 + costly;
}
