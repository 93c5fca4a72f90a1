import type { ToolDefinition } from "../contract/definition.ts";
import { type StrictCost, strictCost } from "./strict-cost.ts";

/** Which tools are sent as strict: none, those that ask for it, or every one whose schema fits. */
export const STRICT_CHOICES = ["off", "declared", "fitting"] as const;
export type StrictChoice = (typeof STRICT_CHOICES)[number];

/**
 * What one request may hold of strict tools.
 * @source The public rules of the Messages API for structured outputs.
 */
export const STRICT_LIMITS = Object.freeze({ tools: 20, optional: 24, unions: 16 });

/**
 * Marks the strict tools of a request: those that are chosen and fit, the first ones first, as far as the limits of a
 * request go. Tools added behind others change nothing about those; equal lists give equal bytes.
 * @param definitions with the wish of their tool as `strict`.
 */
export function markStrict(
  definitions: readonly ToolDefinition[],
  choice: StrictChoice,
): readonly ToolDefinition[] {
  const left = { ...STRICT_LIMITS };
  return definitions.map((definition) => {
    const cost =
      choice === "fitting" || (choice === "declared" && definition.strict) ? costOf(definition) : undefined;
    if (cost === undefined || left.tools < 1 || cost.optional > left.optional || cost.unions > left.unions)
      return formsOf(definition).loose;
    left.tools -= 1;
    left.optional -= cost.optional;
    left.unions -= cost.unions;
    return formsOf(definition).strict;
  });
}

interface Forms {
  readonly strict: ToolDefinition;
  readonly loose: ToolDefinition;
}

const forms = new WeakMap<ToolDefinition, Forms>();
const costs = new WeakMap<object, { readonly cost: StrictCost | undefined }>();

function formsOf(definition: ToolDefinition): Forms {
  const known = forms.get(definition);
  if (known) return known;
  const { strict, ...loose } = definition;
  const made: Forms = {
    strict: strict ? definition : Object.freeze({ ...definition, strict: true as const }),
    loose: strict ? Object.freeze(loose) : definition,
  };
  forms.set(definition, made);
  return made;
}

function costOf({ input_schema }: ToolDefinition): StrictCost | undefined {
  const known = costs.get(input_schema) ?? { cost: strictCost(input_schema) };
  costs.set(input_schema, known);
  return known.cost;
}
