import { isDeepStrictEqual } from "node:util";
import { messageOf, type Tool } from "@gauntlet/core";

/** A tool that behaves as the one it stands for, and what was seen of it. */
export interface WatchedTool {
  readonly tool: Tool;
  /** Says that an input passed validation: what members did with others is nobody's fault. */
  accept(input: unknown): void;
  /** What members did with accepted inputs that they must not, each said once. */
  problems(): readonly string[];
  /** Whether every `execute` that began is over. */
  isIdle(): boolean;
}

/** What a member is used for, so that what it gives can be judged. */
interface Watch {
  /** Runs every member inside, so that what it leaves behind is known to be the tool's. */
  readonly within: <T>(work: () => T) => T;
  /** Called when an act has begun. */
  readonly onExecute?: () => void;
}

interface Note {
  readonly problem: string;
  readonly input: unknown;
}

/** Members that are also shown inputs nobody has checked. */
const INPUT_MEMBERS = /^`effects`/;

/** Puts eyes on all members of a tool. */
export function watchTool(original: Tool, { within, onExecute }: Watch): WatchedTool {
  const notes: Note[] = [];
  const accepted: unknown[] = [];
  const note = (problem: string | undefined, input: unknown): void =>
    void (problem && notes.push({ problem, input }));
  const declared: { readonly input: unknown; readonly effects: unknown }[] = [];
  let running = 0;
  let hasRun = false;

  /** A member that is not to throw, and what is wrong with what it gives. */
  const watched =
    <A extends readonly unknown[], R>(
      name: string,
      member: (...args: A) => R,
      judge: (given: unknown, ...args: A) => string | undefined,
    ) =>
    (...args: A): R => {
      const failed = (thrown: unknown): never => {
        note(`\`${name}\` threw: ${messageOf(thrown)}`, args[0]);
        throw thrown;
      };
      try {
        const given = within(() => member(...args));
        if (!(given instanceof Promise)) {
          note(judge(given, ...args), args[0]);
          return given;
        }
        return given.then((value: unknown) => {
          note(judge(value, ...args), args[0]);
          return value;
        }, failed) as R;
      } catch (thrown) {
        return failed(thrown);
      }
    };

  const judgeEffects = (effects: unknown, input: unknown): string | undefined => {
    if (effects !== undefined && !Array.isArray(effects))
      return `\`effects\` gave ${kindOf(effects)}, not a list`;
    if (hasRun) return undefined;
    const before = declared.find((one) => isDeepStrictEqual(one.input, input));
    if (before === undefined) declared.push({ input, effects });
    return before === undefined || isDeepStrictEqual(before.effects, effects)
      ? undefined
      : "`effects` says something else of the same call each time it is asked";
  };

  const members: Partial<Record<keyof Tool, unknown>> = {
    isEnabled: watched("isEnabled", original.isEnabled, (given) =>
      typeof given === "boolean" || (typeof given === "string" && given.trim() !== "")
        ? undefined
        : `\`isEnabled\` gave ${kindOf(given)}, not true, false or a reason`,
    ),
    ...(original.describeFor && {
      describeFor: watched("describeFor", original.describeFor, (given) =>
        typeof given === "string" && given.trim() !== ""
          ? undefined
          : `\`describeFor\` gave ${kindOf(given)} and no description`,
      ),
    }),
    effects: watched("effects", original.effects, judgeEffects),
    validateInput: watched("validateInput", original.validateInput, textOrNothing("validateInput")),
    checkPermission: watched("checkPermission", original.checkPermission, judgeVote),
    toPerson: watched("toPerson", original.toPerson, (given) =>
      typeof given === "string" ? undefined : `\`toPerson\` gave ${kindOf(given)}, not a text`,
    ),
    async execute(...args: Parameters<Tool["execute"]>) {
      running += 1;
      hasRun = true;
      try {
        return await within(() => {
          const acting = original.execute(...args);
          onExecute?.();
          return acting;
        });
      } finally {
        running -= 1;
      }
    },
  };
  const tool = Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(original),
      ...Object.fromEntries(
        Object.entries(members).map(([name, value]) => [name, { value, enumerable: true }]),
      ),
    },
  ) as Tool;
  const isAccepted = ({ input, problem }: Note): boolean =>
    !INPUT_MEMBERS.test(problem) || accepted.some((one) => isDeepStrictEqual(one, input));
  return {
    tool: Object.freeze(tool),
    accept: (input) => void accepted.push(input),
    problems: () => [...new Set(notes.filter(isAccepted).map(({ problem }) => problem))],
    isIdle: () => running === 0,
  };
}

const textOrNothing =
  (name: string) =>
  (given: unknown): string | undefined => {
    if (given === undefined) return undefined;
    if (typeof given !== "string") return `\`${name}\` gave ${kindOf(given)}, not a text`;
    return given.trim() === "" ? `\`${name}\` objects without a word` : undefined;
  };

function judgeVote(given: unknown): string | undefined {
  if (given === undefined) return undefined;
  const { behavior, why } = (given ?? {}) as Partial<Record<string, unknown>>;
  if (!["allow", "ask", "deny"].includes(String(behavior)))
    return "`checkPermission` gave something that is not a vote";
  return typeof why === "string" && why.trim() !== ""
    ? undefined
    : `\`checkPermission\` votes ${String(behavior)} without saying why`;
}

const kindOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
