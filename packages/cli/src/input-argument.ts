import { type CallRequest, ConfigError, readJsonStrictly } from "@gauntlet/core";

/**
 * The call a person typed as `TOOL JSON`.
 * @throws GNT_CONFIG_INVALID when the tool is missing or the input is not JSON at all.
 */
export function callFromArguments(
  tool: string | undefined,
  input: string | undefined,
  command: string,
): CallRequest {
  if (tool === undefined) {
    throw new ConfigError("GNT_CONFIG_INVALID", `\`gauntlet ${command}\` needs a tool and its input`, {
      hint: `for example: gauntlet ${command} Read '{"file_path":"README.md"}'`,
    });
  }
  const text = input ?? "{}";
  try {
    const value: unknown = JSON.parse(text);
    const strict = readJsonStrictly(text);
    return "problem" in strict ? { tool, input: value, problem: strict.problem } : { tool, input: value };
  } catch {
    throw new ConfigError("GNT_CONFIG_INVALID", `the input \`${text.slice(0, 80)}\` is not JSON`, {
      hint: `quote it for the shell: gauntlet ${command} ${tool} '{"key":"value"}'`,
    });
  }
}
