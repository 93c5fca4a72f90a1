import { type JsonLayout, writeMember } from "./json-layout.ts";
import { elementsOf, membersOf, type Span } from "./json-spans.ts";

// Each of these changes one place in JSON text and leaves every other character as it is.

/** Sets a member of the object that is all of `object`; a new one comes last. `value` is written JSON. */
export function setMember(object: string, key: string, value: string, layout: JsonLayout): string {
  const members = membersOf(object, 0);
  const present = members.find((member) => member.key === key);
  if (present !== undefined) return object.slice(0, present.start) + value + object.slice(present.end);
  const [first, last] = [members[0], members.at(-1)];
  const member = writeMember(key, value, layout);
  if (first === undefined || last === undefined) return `{${member}}`;
  const gap = object.slice(1, first.keyStart);
  const comma = gap.includes("\n") ? `,${gap}` : layout.comma;
  return object.slice(0, last.end) + comma + member + object.slice(last.end);
}

/** Takes a member out of the object that is all of `object`; nothing happens when it is not there. */
export function removeMember(object: string, key: string): string {
  const spans = membersOf(object, 0).map(({ key: name, keyStart, end }) => ({ name, start: keyStart, end }));
  const index = spans.findIndex(({ name }) => name === key);
  return index === -1 ? object : without(object, spans, index);
}

/** Puts written JSON before the element `index` of the array at `from`, or behind the last one. */
export function insertElement(
  json: string,
  { from, index, element }: { readonly from: number; readonly index: number; readonly element: string },
  /** White space around the element of an array that has none. */
  around: { readonly before: string; readonly after: string },
): string {
  const elements = elementsOf(json, from);
  const [first, second] = elements;
  if (first === undefined) {
    const close = json.indexOf("]", from);
    return `${json.slice(0, from + 1)}${around.before}${element}${around.after}${json.slice(close)}`;
  }
  const comma = second === undefined ? `,${around.before}` : json.slice(first.end, second.start);
  const before = elements[index - 1];
  if (before === undefined) return json.slice(0, first.start) + element + comma + json.slice(first.start);
  return json.slice(0, before.end) + comma + element + json.slice(before.end);
}

/** Takes the element `index` out of the array at `from`. */
export function removeElement(json: string, from: number, index: number): string {
  return without(json, elementsOf(json, from), index);
}

/** Text without one of the spans that commas separate, and without its comma. */
function without(json: string, spans: readonly Span[], index: number): string {
  const [before, span, after] = [spans[index - 1], spans[index], spans[index + 1]];
  if (span === undefined) return json;
  if (before !== undefined) return json.slice(0, before.end) + json.slice(span.end);
  if (after !== undefined) return json.slice(0, span.start) + json.slice(after.start);
  return json.slice(0, span.start).trimEnd() + json.slice(span.end).trimStart();
}
