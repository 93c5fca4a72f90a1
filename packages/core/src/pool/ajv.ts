import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { RE2JS } from "re2js";

export type { ErrorObject } from "ajv";

/** The drafts of JSON Schema that are judged as what they are. */
export type Draft = "draft-06" | "draft-07" | "2019-09" | "2020-12";

/**
 * Compiles one schema of one draft, after it was judged itself: a malformed one throws. Each gets an instance of its
 * own, so that `$id`s of different tools do not meet; what judges schemas is compiled once for each draft, as that takes
 * longer than all the rest. Patterns run in time that grows with the text only; one that needs more (it looks ahead, or
 * back at what it matched) throws.
 */
export function compileWithAjv(schema: object, draft: Draft): ValidateFunction {
  const judge = judges.get(draft) ?? create(draft, {});
  judges.set(draft, judge);
  if (judge.validateSchema(schema) !== true)
    throw new Error(`schema is invalid: ${judge.errorsText(judge.errors)}`);
  return create(draft, { meta: false, validateSchema: false }).compile(schema);
}

const judges = new Map<Draft, Ajv>();

const BY_DRAFT = { "draft-06": Ajv, "draft-07": Ajv, "2019-09": Ajv2019, "2020-12": Ajv2020 } as const;

/** What ajv needs of a regular expression. */
function linear(pattern: string, flags: string): RegExp {
  const compiled = RE2JS.compile(
    RE2JS.translateRegExp(pattern),
    flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0,
  );
  const engine = {
    test: (text: string): boolean => compiled.matcher(text).find(),
    // ajv keeps patterns by their text: without one of their own all of a schema would be the same.
    toString: (): string => `/${pattern}/${flags}`,
  };
  return engine as unknown as RegExp;
}

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  ownProperties: true,
  code: { regExp: Object.assign(linear, { code: "new RegExp" }) },
};

function create(draft: Draft, options: Options): Ajv {
  const ajv = new BY_DRAFT[draft]({ ...OPTIONS, ...options });
  formats.default(ajv, { mode: "fast" });
  return ajv;
}
