import type { Static, TObject } from "typebox";
import { HOST_NAME, isHostName } from "../contract/host-name.ts";
import type { DeclaredFacts, DeclaredFlag } from "../contract/manifest.ts";
import { EFFECT_KINDS, type EffectKind } from "../contract/manifest.ts";
import type { Flag, Tool, ToolSpec } from "../contract/tool.ts";
import { CONTRACT_VERSION } from "../contract/version.ts";
import { ToolError } from "../errors.ts";
import { MAX_TIMER_MS } from "../in-time.ts";
import { nearestName } from "./nearest-name.ts";
import { TOOL_DEFAULTS } from "./tool-defaults.ts";

const toolMarker = Symbol.for("gauntlet.tool");
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

const MEMBERS = {
  name: "string",
  aliases: "array",
  description: "string",
  describeFor: "function",
  input: "object",
  output: "object",
  searchHint: "string",
  strict: "boolean",
  isReadOnly: "flag",
  isConcurrencySafe: "flag",
  shouldDefer: "boolean",
  alwaysLoad: "boolean",
  isEnabled: "function",
  needsPerson: "boolean",
  honorsReadDenies: "boolean",
  onInterrupt: "string",
  timeoutMs: "number",
  maxResultBytes: "number",
  effectKinds: "array",
  hosts: "array",
  effects: "function",
  validateInput: "function",
  checkPermission: "function",
  describeCall: "function",
  execute: "function",
  toModel: "function",
  toPerson: "function",
} as const satisfies Record<keyof ToolSpec<TObject, unknown>, string>;

/**
 * Declares a tool: checks the declaration at once and fills in `TOOL_DEFAULTS`.
 * @returns a frozen tool to be listed in a plugin.
 * @throws GNT_TOOL_DECLARATION for an unknown, missing or mistyped member.
 */
export function defineTool<S extends TObject, O>(spec: ToolSpec<S, O>): Tool<Static<S>, O> {
  check(spec as unknown as Record<string, unknown>);
  type I = Static<S>;
  const tool: Tool<I, O> = {
    contract: CONTRACT_VERSION,
    name: spec.name,
    aliases: Object.freeze([...(spec.aliases ?? TOOL_DEFAULTS.aliases)]),
    description: spec.description,
    ...(spec.describeFor && { describeFor: spec.describeFor }),
    input: spec.input,
    ...(spec.output && { output: spec.output }),
    ...(spec.searchHint !== undefined && { searchHint: spec.searchHint }),
    declared: declaredFacts(spec),
    flags: Object.freeze({
      strict: spec.strict ?? TOOL_DEFAULTS.strict,
      isReadOnly: flag<I, boolean>(spec.isReadOnly, TOOL_DEFAULTS.isReadOnly),
      isConcurrencySafe: flag<I, boolean | undefined>(
        spec.isConcurrencySafe,
        TOOL_DEFAULTS.isConcurrencySafe,
      ),
      shouldDefer: spec.shouldDefer ?? TOOL_DEFAULTS.shouldDefer,
      alwaysLoad: spec.alwaysLoad ?? TOOL_DEFAULTS.alwaysLoad,
      needsPerson: spec.needsPerson ?? TOOL_DEFAULTS.needsPerson,
      honorsReadDenies: spec.honorsReadDenies ?? TOOL_DEFAULTS.honorsReadDenies,
      onInterrupt: spec.onInterrupt ?? TOOL_DEFAULTS.onInterrupt,
    }),
    timeoutMs: spec.timeoutMs ?? TOOL_DEFAULTS.timeoutMs,
    maxResultBytes: spec.maxResultBytes ?? TOOL_DEFAULTS.maxResultBytes,
    isEnabled: (ctx) => spec.isEnabled?.(ctx) ?? true,
    effects: (input, ctx) => spec.effects?.(input, ctx),
    validateInput: (input, ctx) => spec.validateInput?.(input, ctx),
    checkPermission: (input, ctx) => spec.checkPermission?.(input, ctx),
    describeCall: (input) => wordsFor(spec, input),
    execute: (input, ctx) => spec.execute(input, ctx),
    toModel: (output, input) => spec.toModel?.(output, input) ?? defaultText(output),
    toPerson: (view) => spec.toPerson?.(view) ?? view.text,
  };
  Object.defineProperty(tool, toolMarker, { value: true });
  return Object.freeze(tool);
}

/** Tells whether a value was made by `defineTool`, also by another copy of this package. */
export function isTool(value: unknown): value is Tool {
  return typeof value === "object" && value !== null && Object.hasOwn(value, toolMarker);
}

function declaredFacts<S extends TObject, O>(spec: ToolSpec<S, O>): DeclaredFacts {
  const given = (value: unknown): DeclaredFlag =>
    typeof value === "function" ? "by input" : ((value as boolean | undefined) ?? null);
  const { isReadOnly, isConcurrencySafe, effectKinds, hosts } = spec;
  return Object.freeze({
    isReadOnly: given(isReadOnly),
    isConcurrencySafe: given(isConcurrencySafe),
    ...(effectKinds && { effectKinds: Object.freeze([...effectKinds]) }),
    ...(hosts && { hosts: Object.freeze([...hosts]) }),
  });
}

function flag<I, D extends boolean | undefined>(
  value: Flag<I> | undefined,
  fallback: D,
): (input: I) => boolean | D {
  if (typeof value !== "function") return () => value ?? fallback;
  return (input) => {
    try {
      return value(input);
    } catch {
      return false; // the conservative answer to every flag: changes something, runs alone
    }
  };
}

/** Words are for people: a tool that has none must not keep its call from being decided or run. */
function wordsFor<S extends TObject, O>({ name, describeCall }: ToolSpec<S, O>, input: Static<S>): string {
  try {
    const words: unknown = describeCall?.(input);
    if (typeof words === "string") return words;
  } catch {
    // Described by name and input, like a tool without words.
  }
  try {
    return `${name} ${JSON.stringify(input)}`;
  } catch {
    return name;
  }
}

function defaultText(output: unknown): string {
  if (output === undefined) return "";
  return typeof output === "string" ? output : JSON.stringify(output, null, 2);
}

function check(spec: Record<string, unknown>): void {
  const label = typeof spec?.["name"] === "string" ? `tool \`${spec["name"]}\`` : "a tool";
  const refuse = (what: string, hint?: string): never => {
    throw new ToolError("GNT_TOOL_DECLARATION", `${label} ${what}`, hint === undefined ? {} : { hint });
  };
  if (typeof spec !== "object" || spec === null) refuse("is not an object");

  for (const [member, value] of Object.entries(spec)) {
    if (!Object.hasOwn(MEMBERS, member)) {
      const near = nearestName(member, Object.keys(MEMBERS));
      refuse(`declares \`${member}\`, which no tool has`, near && `did you mean \`${near}\`?`);
    }
    const want = MEMBERS[member as keyof typeof MEMBERS];
    if (value !== undefined && !fits(value, want))
      refuse(`declares \`${member}\` as ${kindOf(value)}, not ${wanted(want)}`);
  }
  for (const member of ["name", "description", "input", "execute"]) {
    if (spec[member] === undefined) refuse(`lacks \`${member}\``);
  }
  for (const name of [spec["name"], ...((spec["aliases"] as unknown[] | undefined) ?? [])]) {
    if (typeof name !== "string" || !NAME.test(name)) {
      refuse(
        `has the name \`${String(name)}\`, which a model cannot call`,
        "use 1 to 64 letters, digits, `_` or `-`",
      );
    }
  }
  if ((spec["description"] as string).trim() === "")
    refuse("has a blank description", "say when to use it and when not");
  if ((spec["input"] as { type?: unknown }).type !== "object") {
    refuse("has an input schema that is not an object schema", "use `Type.Object({ … })`");
  }
  if (spec["onInterrupt"] !== undefined && !["cancel", "finish"].includes(spec["onInterrupt"] as string)) {
    refuse(`declares \`onInterrupt\` as \`${String(spec["onInterrupt"])}\``, "use `cancel` or `finish`");
  }
  for (const kind of (spec["effectKinds"] as unknown[] | undefined) ?? []) {
    if (!EFFECT_KINDS.includes(kind as EffectKind))
      refuse(`declares \`effectKinds\` with \`${String(kind)}\``, `use ${EFFECT_KINDS.join(", ")}`);
  }
  for (const host of (spec["hosts"] as unknown[] | undefined) ?? []) {
    if (typeof host !== "string" || !isHostName(host))
      refuse(`declares \`hosts\` with \`${String(host)}\``, `use ${HOST_NAME.title}`);
  }
  for (const member of ["timeoutMs", "maxResultBytes"]) {
    const value = spec[member] as number | undefined;
    if (value !== undefined && !(Number.isInteger(value) && value > 0))
      refuse(`declares \`${member}\` as ${value}`, "use a whole number above 0");
  }
  const timeoutMs = (spec["timeoutMs"] as number | undefined) ?? 0;
  if (timeoutMs > MAX_TIMER_MS)
    refuse(`declares \`timeoutMs\` as ${timeoutMs}`, `use at most ${MAX_TIMER_MS}, about 24 days`);
}

function fits(value: unknown, want: string): boolean {
  if (want === "flag") return typeof value === "boolean" || typeof value === "function";
  if (want === "array") return Array.isArray(value);
  if (want === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === want;
}

const kindOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
const wanted = (want: string): string =>
  want === "flag"
    ? "a boolean or a function of the input"
    : /^[aeiou]/.test(want)
      ? `an ${want}`
      : `a ${want}`;
