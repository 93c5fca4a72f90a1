import { BLOCK, INPUT_AT, INPUT_BYTES, PADDING, REACH_BACK, scanModule } from "./scan-module.ts";

/** Below this, setting up costs more than looking at each byte. */
const SMALL_BYTES = 256;
/** How many bytes of a beginning are compared at once. */
const COMPARED = 3;
const BLANK = 0x20;

/** As much of it as is used here: the types of Node leave it to those of browsers. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};

interface Scanner {
  readonly memory: Uint8Array;
  controls(from: number, to: number): number;
  starts(from: number, to: number): number;
}

let scanner: Scanner | undefined;
let isTried = false;

/** Undefined where WebAssembly is switched off, or lacks vectors. */
function theScanner(): Scanner | undefined {
  if (isTried) return scanner;
  isTried = true;
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(scanModule()));
    const { memory, ...functions } = exports as Scanner & {
      readonly memory: { readonly buffer: ArrayBuffer };
    };
    scanner = { ...functions, memory: new Uint8Array(memory.buffer) };
  } catch {
    scanner = undefined;
  }
  return scanner;
}

/** Puts bytes where the scanner looks, as many as fit. @returns how many. */
function give(memory: Uint8Array, bytes: Uint8Array): number {
  const count = Math.min(bytes.length, INPUT_BYTES);
  memory.set(count === bytes.length ? bytes : bytes.subarray(0, count), INPUT_AT);
  memory.fill(BLANK, INPUT_AT + count, INPUT_AT + count + PADDING);
  return count;
}

/** Tells whether there is an ASCII control character other than tab, line feed, vertical tab and form feed. */
export function hasControlBytes(bytes: Uint8Array): boolean {
  holder = undefined;
  const fast = bytes.length < SMALL_BYTES ? undefined : theScanner();
  if (fast === undefined) return bytes.some(isControl);
  for (let at = 0; at < bytes.length; at += INPUT_BYTES) {
    if (fast.controls(0, give(fast.memory, bytes.subarray(at))) !== 0) return true;
  }
  return false;
}

const isControl = (byte: number): boolean => (byte < 32 && (byte < 9 || byte > 12)) || byte === 127;

/** Looks for places where one of some beginnings may stand. */
export type StartScan = (bytes: Uint8Array) => NextStart;

/**
 * Gives a place at or after `from` before which no beginning stands, also none that the end of the bytes cuts off; -1
 * when none stands anywhere. The beginning itself, if there is one, stands less than `NEAR` bytes farther.
 */
export type NextStart = (from: number) => number;

/** How far from a place it is worth looking. */
export const NEAR = REACH_BACK + BLOCK;
/** Windows overlap, so that no run is cut through. */
const OVERLAP = 2 * BLOCK;

/** Whose bytes the scanner's memory holds: another look may have put its own there. */
let holder: object | undefined;

/** @param starts ASCII, at least 3 characters each; each begins a run of `SHORTEST_RUN` bytes, or has five dashes. */
export function createStartScan(starts: readonly string[]): StartScan {
  const tables = tablesOf(starts);
  const firsts = new Set(starts.map((start) => start.charCodeAt(0)));
  return (bytes) => {
    const fast = bytes.length < SMALL_BYTES ? undefined : theScanner();
    if (fast === undefined) return (from) => plainNext(bytes, from, firsts);
    const look = {};
    let [windowAt, windowEnd] = [0, 0];
    const open = (at: number): void => {
      fast.memory.set(tables, 0);
      windowAt = at;
      windowEnd = at + give(fast.memory, bytes.subarray(at));
      holder = look;
    };
    return (from) => {
      for (let at = from; at < bytes.length; at = windowEnd - OVERLAP) {
        if (holder !== look || at < windowAt || at >= windowEnd) open(at);
        const found = fast.starts(at - windowAt, windowEnd - windowAt);
        if (found >= 0) return Math.max(from, windowAt + found - REACH_BACK);
        // What is cut off by the end may be too short a run to be noticed.
        if (windowEnd === bytes.length) return Math.max(from, bytes.length - NEAR + 1);
        holder = undefined;
      }
      return -1;
    };
  };
}

function plainNext(bytes: Uint8Array, from: number, firsts: ReadonlySet<number>): number {
  for (let at = from; at < bytes.length; at += 1) if (firsts.has(bytes[at] as number)) return at;
  return -1;
}

/** For each compared place two tables: which beginnings fit the low half of a byte, and which the high half. */
function tablesOf(starts: readonly string[]): Uint8Array {
  const tables = new Uint8Array(2 * COMPARED * BLOCK);
  for (const [index, start] of [...starts].sort().entries()) {
    // Neighbors share a bit: what begins alike lets through little that does not.
    const bit = 1 << Math.floor((index * 8) / starts.length);
    for (let place = 0; place < COMPARED; place += 1) {
      const byte = start.charCodeAt(place);
      const table = 2 * place * BLOCK;
      tables[table + (byte & 15)] = (tables[table + (byte & 15)] ?? 0) | bit;
      tables[table + BLOCK + (byte >> 4)] = (tables[table + BLOCK + (byte >> 4)] ?? 0) | bit;
    }
  }
  return tables;
}
