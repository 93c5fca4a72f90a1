/** Whether data has more than so many objects and lists inside each other. Looks no deeper than that. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isNestedDeeper(part, levels - 1));
}
