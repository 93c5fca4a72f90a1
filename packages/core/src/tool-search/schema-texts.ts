import { isJsonObject } from "../json-object.ts";
/** What an input schema says in words. */
export interface SchemaTexts {
  /** Names of arguments. */
  readonly names: readonly string[];
  /** Values an argument may have. */
  readonly choices: readonly string[];
  /** Descriptions of arguments. */
  readonly texts: readonly string[];
}

/** Deep enough for arguments that are wrapped in one object, or in a list of them. */
const DEEPEST = 6;
const LONGEST_TEXT = 500;
const LONGEST_CHOICE = 60;
/** A schema that is larger is read to here: what a stranger sends must not hold anybody up. */
const MOST_NODES = 2_000;
const PARTS = ["items", "anyOf", "oneOf", "allOf"];

/** The words of an input schema of any draft; what is no schema has none. */
export function schemaTexts(schema: unknown): SchemaTexts {
  const names: string[] = [];
  const choices: string[] = [];
  const texts: string[] = [];
  let nodes = 0;
  const read = (node: unknown, depth: number): void => {
    if (!isJsonObject(node) || depth > DEEPEST || nodes++ > MOST_NODES) return;
    if (depth > 0 && typeof node["description"] === "string")
      texts.push(node["description"].slice(0, LONGEST_TEXT));
    for (const choice of [node["enum"], node["const"]].flat()) {
      if (typeof choice === "string" && choice.length < LONGEST_CHOICE) choices.push(choice);
    }
    const properties = isJsonObject(node["properties"]) ? node["properties"] : {};
    for (const [name, property] of Object.entries(properties)) {
      names.push(name);
      read(property, depth + 1);
    }
    for (const part of PARTS.flatMap((key) => [node[key]].flat())) read(part, depth + 1);
  };
  read(schema, 0);
  return { names, choices, texts };
}
