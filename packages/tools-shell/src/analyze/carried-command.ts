import { isOption, readArguments } from "./arguments.ts";
import { CARRIERS, type Carrier } from "./carriers.ts";
import { type Deed, FURTHER, type How, inside } from "./how.ts";
import { touch } from "./paths.ts";
import { createReport, type Part } from "./report.ts";
import type { State } from "./state.ts";
import { SHELL_TEXT, spell, type Value } from "./values.ts";

/**
 * What a program does that carries another into surroundings of its own. An allow that names it covers what it
 * carries; rules that deny or ask bind it by that as well.
 * @returns undefined when it is no such program.
 */
export function carrierDeed(name: string, args: readonly Value[], how: How): Deed | undefined {
  const found = carrierOf(name, args);
  if (found === undefined) return undefined;
  const { carrier, rest } = found;
  const { options, operands, mayHideOptions } = readArguments(rest, {
    ...(carrier.valued && { valued: carrier.valued }),
    permutes: false,
  });
  const texts = options.flatMap(({ name: option, value }) =>
    carrier.texts?.some((known) => isOption(option, known)) && value ? [value] : [],
  );
  const words = wordsOf(carrier, operands, rest);
  const [only] = words;
  // One word that is more than a name is a text for a shell.
  const isText = words.length === 1 && only?.kind === "text" && /\s/.test(only.text);
  const carried = [...texts.map((text) => [...SHELL_TEXT, text]), isText ? [...SHELL_TEXT, ...words] : words];
  const inner = carried.filter((words) => words.length > 0).map((words) => carry(words, carrier, how));
  const also = inner.flatMap(({ also }) => also ?? []);
  // Where an option of its own takes a value nobody knows of, the command begins further on.
  const further = carrier.isElsewhere ? operands.map((_, at) => operands.slice(at).map(spell).join(" ")) : [];
  return {
    parts: [
      ...(mayHideOptions ? [UNKNOWN] : []),
      ...volumesOf(carrier, options, how.state),
      ...inner.flatMap(({ parts }) => parts),
    ],
    isComplete: false,
    also: [...new Set([...also, ...further])],
  };
}

const UNKNOWN: Part = { kind: "opaque", reason: "which program runs is not known before it runs" };

function carrierOf(
  name: string,
  args: readonly Value[],
): { readonly carrier: Carrier; readonly rest: readonly Value[] } | undefined {
  const own = CARRIERS.get(name);
  let key = name;
  for (let at = 0; at < Math.min(args.length, 6); at++) {
    const value = args[at];
    if (value?.kind !== "text") break;
    const before = args[at - 1];
    const mayBeValue = before?.kind === "text" && /^-[^=]*$/.test(before.text);
    const carrier = CARRIERS.get(`${key} ${value.text}`);
    if (carrier) {
      // Words of an option before it are no part of the name.
      const next = args[at + 1];
      const longer = next?.kind === "text" ? CARRIERS.get(`${key} ${value.text} ${next.text}`) : undefined;
      return longer ? { carrier: longer, rest: args.slice(at + 2) } : { carrier, rest: args.slice(at + 1) };
    }
    if (value.text === "container" || value.text === "compose" || value.text === "kubectl")
      key = `${key} ${value.text}`;
    else if (!value.text.startsWith("-") && !mayBeValue) break;
  }
  return own && isMarked(own, args) ? { carrier: own, rest: args } : undefined;
}

const isMarked = ({ marks }: Carrier, args: readonly Value[]): boolean =>
  marks === undefined || args.some((value) => value.kind === "text" && marks.includes(value.text));

/** The command: behind `--` where there is one, else behind the words of its own. */
function wordsOf(
  { hasDashes, marks, appends, operands: own = 0 }: Carrier,
  operands: readonly Value[],
  all: readonly Value[],
): readonly Value[] {
  if (marks !== undefined) {
    const mark = all.findIndex((value) => value.kind === "text" && marks.includes(value.text));
    const behind = mark < 0 ? [] : all.slice(mark + 1);
    return appends && behind.length > 0 ? [...behind, FURTHER] : behind;
  }
  const dashes = hasDashes ? all.findIndex((value) => value.kind === "text" && value.text === "--") : -1;
  return dashes < 0 ? operands.slice(own) : all.slice(dashes + 1);
}

/** What is carried, told apart from the line and put together as parts of the carrier. */
function carry(words: readonly Value[], { isElsewhere }: Carrier, how: How): Deed {
  const report = createReport(how.analysis.line);
  const state = how.state.aside();
  if (isElsewhere) state.cwds = undefined;
  const analysis = how.analysis.reportingTo(report);
  analysis.run(words, inside({ ...how, analysis }, { state }));
  const also: string[] = [];
  const parts = report.effects().flatMap((effect): readonly Part[] => {
    if (effect.kind === "exec") {
      also.push(...[effect.text, effect.spelled ?? effect.text], ...(effect.also ?? []));
      return [];
    }
    if (effect.kind === "opaque") return effect.reasons.map((reason) => ({ kind: "opaque", reason }));
    if (effect.kind === "connect")
      return [
        {
          kind: "connect",
          host: effect.host,
          inherent: true,
          ...(effect.port !== undefined && { port: effect.port }),
        },
      ];
    const isPath = effect.kind === "read" || effect.kind === "write" || effect.kind === "delete";
    if (!isPath || isElsewhere) return [];
    return [{ kind: effect.kind, path: effect.path, inherent: true, ...(effect.tree && { tree: true }) }];
  });
  return { parts, isComplete: false, also };
}

/** Places of this machine it can reach: `/here:/there`, `type=bind,source=/here`; a bare name is no place. */
function volumesOf(
  { volumes = [] }: Carrier,
  options: readonly { readonly name: string; readonly value?: Value }[],
  state: State,
): readonly Part[] {
  return options.flatMap(({ name, value }): readonly Part[] => {
    if (!volumes.includes(name) || value === undefined) return [];
    const text = value.kind === "text" ? value.text : undefined;
    const place =
      text === undefined
        ? undefined
        : (/(?:^|,)(?:source|src)=([^,]+)/.exec(text)?.[1] ?? /^[^:]*/.exec(text)?.[0] ?? "");
    if (place !== undefined && !/^[./~]/.test(place)) return [];
    const source: Value =
      place === undefined
        ? value
        : { kind: "text", text: place.replace(/^~(?=\/|$)/, state.home), source: place };
    const accesses = /:ro\b|readonly/.test(text ?? "") ? (["read"] as const) : (["read", "write"] as const);
    return accesses.flatMap((access) => touch(source, { access, tree: true, inherent: false }, state));
  });
}
