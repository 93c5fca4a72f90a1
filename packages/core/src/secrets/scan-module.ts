/**
 * The bytes of a WebAssembly module that looks at 16 bytes of output at a time. It only says where to look more
 * closely, so it can cost time but no secret; everything it answers has a plain twin in `scan-bytes.ts`.
 *
 * Memory: six tables of 16 bytes at 0, the bytes to look at from `INPUT_AT` on, at most `INPUT_BYTES` of them, padded
 * with `PADDING` blanks.
 * - `controls(from, to)`: 1 if there is an ASCII control other than tab, line feed, vertical tab and form feed, else 0.
 * - `starts(from, to)`: the first block near which three bytes follow each other that fit the tables, or -1: they begin
 *   at most `REACH_BACK` bytes before the block, and before its end. A byte fits if a bit is set both for its low and
 *   for its high half, the same bit in all three places. Only blocks are looked at in which half a block has nothing
 *   below `LOWEST_PART`, or in which there are two dashes: near each run of `SHORTEST_RUN` bytes is such a block, and
 *   of most text this passes over nearly all.
 * @source The WebAssembly specification 2.0, binary format and vector instructions.
 */
export const INPUT_AT = 1_024;
export const INPUT_BYTES = 65_536;
export const PADDING = 32;
export const BLOCK = 16;
export const REACH_BACK = 8;
/** The lowest byte that may be part of a token: `+`. */
export const LOWEST_PART = 0x2b;
/** So many bytes in a row, wherever they begin, fill half a block. */
export const SHORTEST_RUN = 15;
const DASH = 0x2d;

const I32 = 0x7f;
const V128 = 0x7b;
const VOID = 0x40;
const [LOOP, IF, BR_IF, RETURN, END] = [0x03, 0x04, 0x0d, 0x0f, 0x0b];
const [I32_LT_U, I32_ADD] = [0x49, 0x6a];

const unsigned = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
const signed = (value: number): number[] => {
  const rest = value >> 7;
  const isLast = (rest === 0 && (value & 64) === 0) || (rest === -1 && (value & 64) !== 0);
  return isLast ? [value & 127] : [(value & 127) | 128, ...signed(rest)];
};

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const tee = (local: number): number[] => [0x22, local];
const i32 = (value: number): number[] => [0x41, ...signed(value)];
const vector = (operation: number): number[] => [0xfd, ...unsigned(operation)];
const load = (offset: number): number[] => [...vector(0x00), 0x00, ...unsigned(offset)];
/** Keeps a vector with the same value in every byte, because making one in a loop costs more than the rest of it. */
const keep = (local: number, value: number): number[] => [...i32(value), ...vector(0x0f), ...set(local)];

const EQUAL = vector(0x23);
const EQUAL_16 = vector(0x2d);
const EQUAL_64 = vector(0xd6);
const BELOW = vector(0x26);
const ABOVE = vector(0x28);
const LOOK_UP = vector(0x0e);
const AND = vector(0x4e);
const OR = vector(0x50);
const ANY = vector(0x53);
const MINUS = vector(0x71);
const RIGHT_16 = vector(0x8d);

const [FROM, TO] = [0, 1];
/** Goes on with the next block, if there is one, and ends the loop. */
const nextBlock = [...get(FROM), ...i32(BLOCK), I32_ADD, ...tee(FROM), ...get(TO), I32_LT_U, BR_IF, 0, END];

function controls(): number[] {
  const [found, bytes, blank, tab, others, del] = [2, 3, 4, 5, 6, 7];
  const constants = [...keep(blank, 32), ...keep(tab, 9), ...keep(others, 3), ...keep(del, 127)];
  const isLow = [...get(FROM), ...load(INPUT_AT), ...tee(bytes), ...get(blank), ...BELOW];
  const isNoWhiteSpace = [...get(bytes), ...get(tab), ...MINUS, ...get(others), ...ABOVE];
  const isDelete = [...get(bytes), ...get(del), ...EQUAL];
  const bad = [...isLow, ...isNoWhiteSpace, ...AND, ...isDelete, ...OR];
  const loop = [LOOP, VOID, ...bad, ...get(found), ...OR, ...set(found), ...nextBlock];
  return body(6, [...constants, ...loop, ...get(found), ...ANY]);
}

function starts(): number[] {
  const [tables, bytes, low, part, all, dash] = [2, 8, 9, 10, 11, 12];
  const constants = [
    ...[...keep(low, 15), ...keep(part, LOWEST_PART - 1), ...keep(all, 255), ...keep(dash, DASH)],
    ...[0, 1, 2, 3, 4, 5].flatMap((n) => [...i32(0), ...load(BLOCK * n), ...set(tables + n)]),
  ];
  const isLong = [...get(part), ...ABOVE, ...get(all), ...EQUAL_64];
  const isDashed = [...get(bytes), ...get(dash), ...EQUAL_16];
  const worth = [...get(FROM), ...load(INPUT_AT), ...tee(bytes), ...isLong, ...isDashed, ...OR, ...ANY];
  const fits = (place: number, offset: number): number[] => {
    const table = tables + 2 * place;
    const at = INPUT_AT + offset + place;
    const byLow = [...get(table), ...get(FROM), ...load(at), ...tee(bytes), ...get(low), ...AND];
    const high = [...get(bytes), ...i32(4), ...RIGHT_16, ...get(low), ...AND];
    return [...byLow, ...LOOK_UP, ...get(table + 1), ...high, ...LOOK_UP, ...AND];
  };
  const allFit = (offset: number): number[] => [
    ...[...fits(0, offset), ...fits(1, offset), ...AND],
    ...[...fits(2, offset), ...AND],
  ];
  const found = [...allFit(-REACH_BACK), ...allFit(BLOCK - REACH_BACK), ...OR, ...ANY];
  const look = [...worth, IF, VOID, ...found, IF, VOID, ...get(FROM), RETURN, END, END];
  return body(11, [...constants, LOOP, VOID, ...look, ...nextBlock, ...i32(-1)]);
}

/** A function body with so many vectors as its own variables. */
function body(vectors: number, code: readonly number[]): number[] {
  const bytes = [1, vectors, V128, ...code, END];
  return [...unsigned(bytes.length), ...bytes];
}

const section = (id: number, content: readonly number[]): number[] => [
  id,
  ...unsigned(content.length),
  ...content,
];
const named = (name: string, kind: number, index: number): number[] => [
  name.length,
  ...Buffer.from(name),
  kind,
  index,
];

/** The whole module: exports `memory`, `controls` and `starts`. */
export function scanModule(): Uint8Array<ArrayBuffer> {
  const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const types = section(1, [1, 0x60, 2, I32, I32, 1, I32]);
  const functions = section(3, [2, 0, 0]);
  const memory = section(5, [1, 0, 2]);
  const exported = section(7, [
    3,
    ...named("memory", 2, 0),
    ...named("controls", 0, 0),
    ...named("starts", 0, 1),
  ]);
  const code = section(10, [2, ...controls(), ...starts()]);
  return Uint8Array.from([...header, ...types, ...functions, ...memory, ...exported, ...code]);
}
