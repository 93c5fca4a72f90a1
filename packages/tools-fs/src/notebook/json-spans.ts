/** A stretch of JSON text, from `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A member of an object; the span is its value's. */
export interface Member extends Span {
  readonly key: string;
  /** Where its key begins, quote included. */
  readonly keyStart: number;
}

// All of these read text that JSON.parse has accepted, so none looks for errors. None recurses: depth is the file's.

/** Where the next character that is no white space stands. */
export function skipBlank(json: string, from: number): number {
  let at = from;
  while (" \t\n\r".includes(json.charAt(at)) && at < json.length) at++;
  return at;
}

/** Members of the object that begins at `from`, in order, repeated keys included. */
export function membersOf(json: string, from: number): readonly Member[] {
  const members: Member[] = [];
  for (let at = skipBlank(json, from + 1); json[at] !== "}"; ) {
    const keyStart = at;
    const keyEnd = endOfString(json, at);
    const start = skipBlank(json, skipBlank(json, keyEnd) + 1);
    const end = endOfValue(json, start);
    members.push({ key: JSON.parse(json.slice(keyStart, keyEnd)) as string, keyStart, start, end });
    at = afterComma(json, end);
  }
  return members;
}

/** Elements of the array that begins at `from`, in order. */
export function elementsOf(json: string, from: number): readonly Span[] {
  const elements: Span[] = [];
  for (let at = skipBlank(json, from + 1); json[at] !== "]"; ) {
    const end = endOfValue(json, at);
    elements.push({ start: at, end });
    at = afterComma(json, end);
  }
  return elements;
}

function afterComma(json: string, end: number): number {
  const at = skipBlank(json, end);
  return json[at] === "," ? skipBlank(json, at + 1) : at;
}

/** Where the value that begins at `start` ends. */
export function endOfValue(json: string, start: number): number {
  const first = json[start];
  if (first === '"') return endOfString(json, start);
  if (first !== "{" && first !== "[") return endOf(/[^\s,\]}]*/y, json, start);
  let depth = 0;
  const marks = /["{}[\]]/g;
  marks.lastIndex = start;
  for (let found = marks.exec(json); found !== null; found = marks.exec(json)) {
    if (found[0] === '"') marks.lastIndex = endOfString(json, found.index);
    else depth += found[0] === "{" || found[0] === "[" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return json.length;
}

function endOf(pattern: RegExp, json: string, start: number): number {
  pattern.lastIndex = start;
  pattern.exec(json);
  return pattern.lastIndex;
}

function endOfString(json: string, start: number): number {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return json.length;
}
