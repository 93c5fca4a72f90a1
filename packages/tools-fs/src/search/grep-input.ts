import { type Static, Type } from "@gauntlet/core";
import { withAnyLineBreak } from "./line-breaks.ts";

const MAX_PAGE = 1_000_000_000;

const contextLines = (where: string) =>
  Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: `Lines to show ${where} each match; only for output_mode content`,
    }),
  );

/** Input of Grep, as in Claude Code. */
export const grepInput = Type.Object(
  {
    pattern: Type.String({ minLength: 1, description: "Regular expression in ripgrep syntax" }),
    path: Type.Optional(
      Type.String({
        format: "path",
        minLength: 1,
        description: "File or directory to search; default: working directory",
      }),
    ),
    glob: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          "Only files with a matching name, such as *.ts or src/**/*.{js,jsx}; several with commas",
      }),
    ),
    type: Type.Optional(
      Type.String({ minLength: 1, description: "Only files of this ripgrep type, such as js, py or rust" }),
    ),
    output_mode: Type.Optional(
      Type.Enum(["content", "files_with_matches", "count"], {
        description: "What to return; default files_with_matches",
      }),
    ),
    "-A": contextLines("after"),
    "-B": contextLines("before"),
    "-C": contextLines("around"),
    context: contextLines("around"),
    "-n": Type.Optional(
      Type.Boolean({
        default: true,
        description: "Show line numbers; only for output_mode content; default true",
      }),
    ),
    "-i": Type.Optional(Type.Boolean({ default: false, description: "Ignore case; default false" })),
    "-o": Type.Optional(
      Type.Boolean({
        default: false,
        description: "Show only the matching parts of lines; only for output_mode content; default false",
      }),
    ),
    multiline: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Let the pattern match across lines and . match \\n, which then also means \\r\\n; default false",
      }),
    ),
    head_limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PAGE,
        description: "Lines or files to return at most; 0 = no limit; default 250",
      }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PAGE,
        description: "Lines or files to skip first; default 0",
      }),
    ),
  },
  { additionalProperties: false },
);

export type GrepInput = Static<typeof grepInput>;

/**
 * Arguments of ripgrep for an input, an array that never meets a shell.
 * @param scope.target `./` or `./name`, relative to where ripgrep runs.
 * @param globs arguments that narrow this run.
 */
export function ripgrepArgs(
  input: GrepInput,
  { target, rules }: { readonly target: string; readonly rules: readonly string[] },
  globs: readonly string[],
): string[] {
  const mode = input.output_mode ?? "files_with_matches";
  const args = ["--hidden", "--crlf", "--color=never", ...rules];
  if (mode === "content") args.push("--json", "--sort=path", ...contextArgs(input));
  else args.push(mode === "count" ? "--count" : "--files-with-matches", "--null", "--with-filename");
  if (input["-i"]) args.push("--ignore-case");
  if (input.multiline) args.push("--multiline", "--multiline-dotall");
  if (input.type !== undefined) args.push(`--type=${input.type}`);
  // The last glob that matches wins.
  const pattern = input.multiline ? withAnyLineBreak(input.pattern) : input.pattern;
  args.push(...globs, "--glob=!.git", `--regexp=${pattern}`, "--", target);
  return args;
}

/** True when lines around matches were asked for. */
export function hasContext(input: GrepInput): boolean {
  return [input["-A"], input["-B"], input["-C"], input.context].some((lines) => (lines ?? 0) > 0);
}

function contextArgs(input: GrepInput): string[] {
  if (input["-o"]) return [];
  const around = input["-C"] ?? input.context ?? 0;
  return [`--after-context=${input["-A"] ?? around}`, `--before-context=${input["-B"] ?? around}`];
}
