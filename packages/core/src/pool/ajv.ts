import { Ajv, type Options } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { RE2JS } from "re2js";

/** The drafts of JSON Schema that are judged as what they are. */
export type Draft = "draft-06" | "draft-07" | "2019-09" | "2020-12";

/**
 * A judge for one schema of one draft. Patterns run in time that grows with the text only; one that needs more (it
 * looks ahead, or back at what it matched) throws when the schema is compiled.
 */
export function createAjv(draft: Draft): Ajv {
  const options: Options = {
    strict: false,
    validateSchema: true,
    allErrors: true,
    ownProperties: true,
    code: { regExp: linearRegExp },
  };
  const ajv = new BY_DRAFT[draft](options);
  formats.default(ajv, { mode: "fast" });
  return ajv;
}

const BY_DRAFT = { "draft-06": Ajv, "draft-07": Ajv, "2019-09": Ajv2019, "2020-12": Ajv2020 } as const;

/** What ajv needs of a regular expression. */
function linearRegExp(pattern: string, flags: string): RegExp {
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
linearRegExp.code = "new RegExp";
