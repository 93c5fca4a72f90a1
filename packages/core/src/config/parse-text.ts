import { ConfigError, messageOf } from "../errors.ts";
import { readJson } from "./json-text.ts";
import { type LocatedValue, locateInText, TextProblem } from "./located-value.ts";
import { quoted } from "./quoted.ts";

/** How a configuration text is written. */
export type TextFormat = "json" | "yaml";

/**
 * Reads a JSON or YAML configuration text. Empty YAML is an empty configuration; empty JSON is broken.
 * @param origin.file absolute path, or what messages should call the text.
 * @param origin.hint what to do about a broken one.
 * @throws GNT_CONFIG_READ with file, line and column.
 */
export async function parseText(
  text: string,
  {
    file,
    format,
    hint = "repair the file or remove it; nothing starts while it cannot be read",
  }: { readonly file: string; readonly format: TextFormat; readonly hint?: string },
): Promise<LocatedValue> {
  try {
    return format === "json" ? readJson(text) : await readYaml(file, text);
  } catch (cause) {
    const at = cause instanceof TextProblem ? ` line ${cause.place.line} column ${cause.place.column}` : "";
    const what = cause instanceof TextProblem ? cause.message : `cannot be read: ${messageOf(cause)}`;
    throw new ConfigError(
      "GNT_CONFIG_READ",
      `${format === "json" ? "JSON" : "YAML"} in ${quoted(file)}${at} ${what}`,
      {
        hint,
        cause,
      },
    );
  }
}

async function readYaml(file: string, text: string): Promise<LocatedValue> {
  const { load } = await import("js-yaml");
  try {
    const value: unknown = load(text, { filename: file });
    return { value: value ?? {}, placeOf: locateInText(text) };
  } catch (cause) {
    throw yamlProblem(cause) ?? cause;
  }
}

function yamlProblem(cause: unknown): TextProblem | undefined {
  const { mark, reason } = cause as { mark?: { line: number; column: number }; reason?: string };
  if (mark === undefined) return undefined;
  return new TextProblem(`is broken: ${reason}`, { line: mark.line + 1, column: mark.column + 1 });
}
