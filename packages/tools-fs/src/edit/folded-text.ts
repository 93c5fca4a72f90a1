/** What two texts may differ in and still count as the same. Each one forgives what those before it forgive. */
export type Folding = "whitespace" | "characters" | "case";

/** A text with its differences folded away, and where each of its characters came from. */
export interface FoldedText {
  readonly text: string;
  /** Index into the text before, for each index of `text`, and its length at the end. */
  readonly origins: Uint32Array;
}

const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032\u02bc`\u00b4]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/\u2026/g, "..."],
  [/[\u200b-\u200d\u2060\ufeff\u00ad]/g, ""],
];
const IS_ASCII = /^\p{ASCII}*$/u;
const WHITESPACE = /\s/;
/** A character with the marks that belong to it. */
const CLUSTER = /[\s\S]\p{M}*/gu;

/** Folds a text; white space always goes. */
export function foldText(text: string, folding: Folding): FoldedText {
  if (IS_ASCII.test(text)) return foldAscii(text, folding);
  const parts: string[] = [];
  const origins: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const folded = foldCluster(cluster, folding);
    parts.push(folded);
    for (let i = 0; i < folded.length; i++) origins.push(index);
  }
  origins.push(text.length);
  return { text: parts.join(""), origins: Uint32Array.from(origins) };
}

/** Each character by itself: what most files consist of, and many times cheaper. */
function foldAscii(text: string, folding: Folding): FoldedText {
  const origins = new Uint32Array(text.length + 1);
  let count = 0;
  for (let i = 0; i < text.length; i++) if (!WHITESPACE.test(text[i] ?? "")) origins[count++] = i;
  origins[count] = text.length;
  const dense = text.replace(/\s+/g, "");
  const plain = folding === "whitespace" ? dense : dense.replaceAll("`", "'");
  return {
    text: folding === "case" ? plain.toLowerCase() : plain,
    origins: origins.subarray(0, count + 1),
  };
}

function foldCluster(cluster: string, folding: Folding): string {
  const char = cluster.replace(/\s+/g, "");
  if (folding === "whitespace" || char === "") return char;
  const plain = IS_ASCII.test(char) && char !== "`" ? char : withoutLookalikes(char);
  return folding === "case" ? plain.toLowerCase() : plain;
}

function withoutLookalikes(char: string): string {
  const plain = LOOKALIKES.reduce((text, [pattern, same]) => text.replace(pattern, same), char);
  return plain.normalize("NFKC").replace(/\s+/g, "");
}
