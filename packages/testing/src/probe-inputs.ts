/** Texts nobody thinks of and models send all the same. */
const ODD_TEXTS = [
  "",
  " ",
  "..",
  "/",
  "~",
  "-x",
  "a\u0000b",
  "a\nb",
  "\u202etxt",
  "\ud800",
  "x".repeat(5_000),
];
const MOST_PROBES = 66;

/** Inputs like the given one in which one text after the other is an odd one. @returns at most 66. */
export function probeInputs(input: unknown): readonly unknown[] {
  return textPlaces(input, [])
    .flatMap((place) => ODD_TEXTS.map((text) => withTextAt(input, place, text)))
    .slice(0, MOST_PROBES);
}

function textPlaces(value: unknown, at: readonly string[]): readonly (readonly string[])[] {
  if (typeof value === "string") return [at];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => textPlaces(member, [...at, key]));
}

function withTextAt(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = withTextAt(copy[key], rest, text);
  return copy;
}
