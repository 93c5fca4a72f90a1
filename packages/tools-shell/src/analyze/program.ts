import { type Arguments, type Grammar, isOption, mayBeOption, readArguments } from "./arguments.ts";
import type { Deed } from "./how.ts";
import { filesAmong } from "./named-files.ts";
import { type Touch, touch, touchAll } from "./paths.ts";
import { ELSEWHERE, WRITES_ELSEWHERE, WRITES_HERE } from "./programs/access.ts";
import type { Part } from "./report.ts";
import type { State } from "./state.ts";
import { HERE, textValue, type Value } from "./values.ts";

/** One row of the knowledge about programs. */
export interface Program {
  readonly names: readonly string[];
  readonly grammar?: Grammar;
  /** What it does with its operands; default: nothing with files. */
  readonly operands?: Touch | ((args: Arguments, state: State) => readonly Part[]);
  /** Operands before the files: the pattern of `grep`. */
  readonly skips?: number | ((args: Arguments) => number);
  /** Touched when no operand is given. */
  readonly otherwise?: string;
  /** Only where it is recursive; else it takes its input. */
  readonly readsInput?: true;
  /** Options that touch the file in their value. */
  readonly touches?: Readonly<Record<string, Omit<Touch, "inherent">>>;
  /** Options that make it run something, or do what nobody can say, each with the reason. */
  readonly unclear?: Readonly<Record<string, string>>;
  /** Values with which such an option does neither; a name here that is not in `unclear` is no abbreviation of one. */
  readonly plain?: Readonly<Record<string, RegExp>>;
  /** Options after which it reads everything below its operands. */
  readonly recursive?: readonly string[];
  /** Options with which it also goes where links lead; together with one of `recursive` where there are any. */
  readonly following?: readonly string[];
  /** What is listed is all it does. */
  readonly isComplete: boolean;
  /** Where this is from. */
  readonly source: string;
}

const has = ({ options }: Arguments, names: readonly string[] = []): boolean =>
  options.some(({ name }) => names.some((other) => isOption(name, other)));

/** What a program of the table does. */
export function deedOf(program: Program, args: readonly Value[], state: State): Deed {
  const read = readArguments(args, program.grammar ?? {});
  const parts = [
    ...abbreviation(read),
    ...(read.mayHideOptions ? hiddenParts(program, read) : []),
    ...optionParts(program, read, state),
    ...filesAmong(wordsOfOptions(args, read), state),
    ...operandParts(program, read, state),
  ];
  return { parts, isComplete: program.isComplete };
}

/** It may be an option whose value is the next word. */
const abbreviation = ({ abbreviated }: Arguments): readonly Part[] =>
  abbreviated === undefined ? [] : [{ kind: "opaque", reason: `\`${abbreviated}\` may take the next word` }];

/** Whatever an option is for, a file that is there and named in it may be read. */
const wordsOfOptions = (args: readonly Value[], { options }: Arguments): readonly Value[] => [
  ...args.filter((value) => value.kind === "text" && /^-[^-]./s.test(value.text)),
  ...options.flatMap(({ value }) => value ?? []),
];

/** What an option leads to: anywhere, for those that name files in another place; else nobody knows. */
function reasonParts(reason: string, state: State): readonly Part[] {
  const anything = { kind: "read", path: "/", tree: true, inherent: false } as const;
  if (reason === ELSEWHERE) return [anything];
  if (reason === WRITES_ELSEWHERE) return [{ ...anything, kind: "write" }];
  if (reason !== WRITES_HERE) return [{ kind: "opaque", reason }];
  return touch(HERE, { access: "write", tree: true, inherent: false }, state);
}

/** What an option could do that stands in a word nobody knows. */
function hiddenParts({ touches, unclear }: Program, { operands }: Arguments): readonly Part[] {
  const accesses = Object.values(touches ?? {}).map(({ access }) => access);
  const reasons = Object.values(unclear ?? {});
  if (reasons.some((reason) => ![ELSEWHERE, WRITES_ELSEWHERE, WRITES_HERE].includes(reason)))
    return [{ kind: "opaque", reason: "a word nobody knows may be an option" }];
  if (reasons.some((reason) => reason !== ELSEWHERE) || accesses.some((access) => access !== "read"))
    return ["read", "write"].map((kind) => ({
      kind: kind as "read" | "write",
      path: "/",
      tree: true,
      inherent: false,
    }));
  // Where a pattern begins with an option, what stands behind that need not lie here.
  const isAnything = operands.some(
    (value) => mayBeOption(value) && (value.kind !== "paths" || value.base !== ""),
  );
  const reads = accesses.length > 0 || unclear !== undefined;
  return isAnything && reads ? [{ kind: "read", path: "/", tree: true, inherent: true }] : [];
}

function optionParts(
  { touches = {}, unclear = {}, plain = {}, grammar }: Program,
  { options }: Arguments,
  state: State,
): readonly Part[] {
  return options.flatMap(({ name, value }): readonly Part[] => {
    const text = value === undefined ? "" : value.kind === "text" ? value.text : undefined;
    if (text !== undefined && Object.hasOwn(plain, name) && plain[name]?.test(text)) return [];
    // What is an option by itself is no abbreviation of another.
    const isWhole =
      Object.hasOwn({ ...unclear, ...touches }, name) ||
      [...(grammar?.valued ?? []), ...(grammar?.flags ?? [])].includes(name);
    const find = <T>(table: Readonly<Record<string, T>>): T | undefined =>
      Object.entries(table).find(([option]) => (isWhole ? option === name : isOption(name, option)))?.[1];
    const reason = find(unclear);
    if (reason !== undefined) return reasonParts(reason, state);
    const how = find(touches);
    if (how === undefined) return [];
    if (value === undefined) return [{ kind: "opaque", reason: `the value of \`${name}\` is missing` }];
    return touch(value, { ...how, inherent: how.access === "read" }, state);
  });
}

function operandParts(program: Program, read: Arguments, state: State): readonly Part[] {
  const { operands: how, skips = 0, otherwise } = program;
  if (how === undefined) return [];
  if (typeof how === "function") return how(read, state);
  const files = read.operands.slice(typeof skips === "number" ? skips : skips(read));
  const tree = how.tree === true || has(read, program.recursive);
  const follows = how.follows === true || (tree && has(read, program.following));
  const fallback: readonly Value[] =
    files.length === 0 && otherwise !== undefined && (tree || program.readsInput !== true)
      ? [textValue(otherwise)]
      : files;
  return touchAll(fallback, { ...how, tree, follows }, state);
}
