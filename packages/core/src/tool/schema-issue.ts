import { visibleText } from "../contract/visible-text.ts";
import { maskText } from "../secrets/mask-secrets.ts";
import { nearestName } from "./nearest-name.ts";

/** What a compiled schema finds wrong. TypeBox and ajv say it in one form, but for what `fromAjv` evens out. */
export interface SchemaIssue {
  readonly keyword: string;
  /** JSON pointer of the schema whose keyword it is, after a `#`. */
  readonly schemaPath: string;
  /** JSON pointer of the value. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** What issues are about. */
export interface IssueSubject {
  readonly schema: object;
  readonly input: unknown;
  /** What the value at the end of these keys is called. Default: in backticks, with dots; the whole is `the input`. */
  readonly nameOf?: (keys: readonly string[]) => string;
}

const MAX_ISSUES = 8;

/**
 * Short sentences for whoever has to correct a value: what is wrong where, and for a choice what may stand there.
 * @param missing keys that are known to be missing, as paths.
 */
export function issueSentences(
  issues: readonly SchemaIssue[],
  subject: IssueSubject,
  missing: readonly (readonly string[])[] = [],
): readonly string[] {
  const { nameOf = nameInInput } = subject;
  const found = new Set(missing.map((keys) => `${nameOf(keys)} is missing`));
  const choices = issues.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  for (const choice of choices) {
    const sentence = choiceSentence(choice, issues, { ...subject, nameOf });
    if (sentence !== undefined) found.add(sentence);
  }
  for (const issue of issues) {
    if (choices.some((choice) => choice === issue || covers(choice, issue, issues))) continue;
    for (const sentence of sentencesOf(issue, { ...subject, nameOf })) found.add(sentence);
  }
  return found.size > 0 ? [...found].slice(0, MAX_ISSUES) : ["the input does not fit the schema"];
}

const nameInInput = (keys: readonly string[]): string =>
  keys.length === 0 ? "the input" : `\`${keys.join(".")}\``;

/** Issues below a choice, when one of them says more than that none of its values fits. */
const isBelow = (choice: SchemaIssue, issue: SchemaIssue): boolean =>
  issue !== choice && issue.schemaPath.startsWith(`${choice.schemaPath}/${choice.keyword}/`);

const SAY_WHAT_MAY_STAND = ["const", "enum", "type"];

/** Whether a choice says all that an issue of one of its alternatives says. */
const covers = (choice: SchemaIssue, issue: SchemaIssue, issues: readonly SchemaIssue[]): boolean =>
  isBelow(choice, issue) &&
  issue.instancePath === choice.instancePath &&
  SAY_WHAT_MAY_STAND.includes(issue.keyword) &&
  issues.some((other) => isBelow(choice, other));

function choiceSentence(
  choice: SchemaIssue,
  issues: readonly SchemaIssue[],
  { input, nameOf }: Required<IssueSubject>,
): string | undefined {
  const below = issues.filter((issue) => isBelow(choice, issue));
  const isHere = ({ instancePath, keyword }: SchemaIssue): boolean =>
    instancePath === choice.instancePath && SAY_WHAT_MAY_STAND.includes(keyword);
  // Whatever is wrong inside one of the alternatives says more.
  if (below.length > 0 && !below.every(isHere)) return undefined;
  const keys = keysOf(choice.instancePath);
  if (below.length === 0) return `${nameOf(keys)} ${choice.message ?? "fits none of its forms"}`;
  const values = below.flatMap(({ params }) => valuesOf(params));
  const kinds = below
    .filter(({ keyword, schemaPath }) => keyword === "type" && !hasValues(schemaPath, below))
    .map(({ params }) => KINDS[String(params["type"])] ?? String(params["type"]));
  return `${nameOf(keys)} must be ${anyOf([...values, ...kinds])}, not ${shown(valueAt(input, keys))}`;
}

const hasValues = (schemaPath: string, issues: readonly SchemaIssue[]): boolean =>
  issues.some((issue) => issue.schemaPath === schemaPath && valuesOf(issue.params).length > 0);

function valuesOf(params: SchemaIssue["params"]): readonly string[] {
  const { allowedValue, allowedValues } = params as { allowedValue?: unknown; allowedValues?: unknown };
  const values = Array.isArray(allowedValues)
    ? allowedValues
    : "allowedValue" in params
      ? [allowedValue]
      : [];
  return values.map((value) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``);
}

function sentencesOf(
  issue: SchemaIssue,
  { schema, input, nameOf }: Required<IssueSubject>,
): readonly string[] {
  const { keyword, params, message = "does not fit" } = issue;
  const keys = keysOf(issue.instancePath);
  const node = nodeAt(schema, issue.schemaPath);
  switch (keyword) {
    case "boolean":
      return [];
    case "required":
      return textsIn(params["requiredProperties"]).map((key) => `${nameOf([...keys, key])} is missing`);
    case "additionalProperties": {
      const extra = textsIn(params["additionalProperties"]);
      const known = Object.keys((node?.["properties"] as object | undefined) ?? {});
      const near = extra.length === 1 ? nearestName(extra[0] as string, known) : undefined;
      const hint = near === undefined ? "" : ` (did you mean \`${near}\`?)`;
      return [`${nameOf(keys)} has unknown keys: ${extra.map((key) => `\`${key}\``).join(", ")}${hint}`];
    }
    case "const":
    case "enum":
      return [`${nameOf(keys)} must be ${anyOf(valuesOf(params))}, not ${shown(valueAt(input, keys))}`];
    case "pattern": {
      const wanted = node?.["title"];
      if (typeof wanted !== "string") break;
      return [`${nameOf(keys)} is ${shown(valueAt(input, keys))}, and must be ${wanted}`];
    }
  }
  return [`${nameOf(keys)} ${message}`];
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  integer: "a whole number",
  number: "a number",
  boolean: "`true` or `false`",
  array: "a list",
  object: "an object",
  null: "`null`",
};

const MAX_CHOICES = 20;

function anyOf(choices: readonly string[]): string {
  const all = [...new Set(choices)];
  const named = all.slice(0, MAX_CHOICES).join(", ");
  if (all.length === 1) return named;
  return `one of ${named}${all.length > MAX_CHOICES ? ` and ${all.length - MAX_CHOICES} more` : ""}`;
}

const MAX_SHOWN = 80;

/** A value that was given, without what may be secret in it. */
function shown(value: unknown): string {
  if (typeof value === "string") {
    const text = maskText(value);
    const short = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
    return `\`${visibleText(short).replaceAll("\n", "\\n")}\``;
  }
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" && value !== null ? "an object" : `\`${String(value)}\``;
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

const keysOf = (pointer: string): readonly string[] =>
  pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let at = value;
  for (const key of keys) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return at;
}

const nodeAt = (schema: object, schemaPath: string): Readonly<Record<string, unknown>> | undefined =>
  valueAt(schema, keysOf(schemaPath.slice(1))) as Readonly<Record<string, unknown>> | undefined;
