import { ConfigError } from "../errors.ts";
import { createRedactor, type Redactor } from "./redact.ts";
import { LOWEST_PART, SHORTEST_RUN } from "./scan-module.ts";
import { SECRET_FORMS, type SecretForm } from "./secret-forms.ts";

/** What is replaced in results. */
export interface RedactionOptions {
  /** Default true. */
  readonly enabled?: boolean;
  /** Further forms, beside those of well-known services. */
  readonly forms?: readonly SecretForm[];
}

/** What to write instead of a form that cannot be looked for. */
export const FORM_EXAMPLE =
  'write a form such as { "name": "acme-key", "starts": ["acme_"], "chars": "a-z0-9", "min": 20 }';

/**
 * A redactor as configured.
 * @returns undefined when it is switched off.
 * @throws GNT_CONFIG_INVALID for a form that cannot be looked for.
 */
export function redactorOf({ enabled = true, forms = [] }: RedactionOptions = {}): Redactor | undefined {
  for (const form of forms) {
    const problem = problemOf(form);
    if (problem === undefined) continue;
    throw new ConfigError("GNT_CONFIG_INVALID", `the secret form \`${form.name}\` ${problem}`, {
      hint: FORM_EXAMPLE,
    });
  }
  return enabled ? createRedactor([...SECRET_FORMS, ...forms]) : undefined;
}

/** What is wrong with a form, as the end of a sentence; undefined when nothing is. */
export function problemOf({ starts, chars = "\\w-", min }: SecretForm): string | undefined {
  if (starts.length === 0) return "has no beginning";
  const bad = starts.find((start) => !/^[\x21-\x7e]{3,64}$/.test(start));
  if (bad !== undefined) return `begins with \`${bad}\`, which is not 3 to 64 visible ASCII characters`;
  if (!Number.isSafeInteger(min) || min > 1_000) return "has a `min` that is not a whole number up to 1,000";
  if (starts.some(({ length }) => length + min < SHORTEST_RUN))
    return `takes less than ${SHORTEST_RUN} characters with its beginning: too many words look like that`;
  if (chars.includes("[") || chars.includes("]") || !isClass(chars))
    return `has \`chars\` that cannot stand between \`[\` and \`]\`: \`${chars}\``;
  const strange = Array.from({ length: LOWEST_PART }, (_, code) => String.fromCharCode(code)).find((one) =>
    new RegExp(`[${chars}]`).test(one),
  );
  if (strange !== undefined) return `has \`chars\` with ${JSON.stringify(strange)}, which ends a token`;
  return starts.some((start) => [...start].some((one) => one.charCodeAt(0) < LOWEST_PART))
    ? "begins with a character that ends a token"
    : undefined;
}

function isClass(chars: string): boolean {
  try {
    return chars !== "" && new RegExp(`[${chars}]`) instanceof RegExp;
  } catch {
    return false;
  }
}
