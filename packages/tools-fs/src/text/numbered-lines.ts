/**
 * Lines as the model reads them: `<number>`, a tab, the line.
 * @param startLine 1-based number of the first line.
 */
export function numberedLines(lines: readonly string[], startLine: number): string {
  return lines.map((line, i) => `${startLine + i}\t${line}`).join("\n");
}
