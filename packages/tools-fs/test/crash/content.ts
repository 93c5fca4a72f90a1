const BLOCKS = 30;

/** Content in which every block names the same generation, so that a mixture of two is seen. */
export function contentOf(generation: number): string {
  const filler = "x".repeat(200 + ((generation * 7919) % 1_500));
  return `${`gen ${generation}.\n${filler}\n`.repeat(BLOCKS)}end\n`;
}

/** The generation of whole content; undefined for anything else. */
export function generationOf(text: string): number | undefined {
  const generations = new Set(text.match(/(?<=^gen )\d+(?=\.$)/gm));
  const [generation] = generations;
  const isWhole = text.endsWith("\nend\n") && text.match(/^gen /gm)?.length === BLOCKS;
  return generations.size === 1 && isWhole ? Number(generation) : undefined;
}

/** Files the child changes. `linked` has a second name, `other`. */
export const FILES = ["a", "b", "deep/er/c", "linked"] as const;
