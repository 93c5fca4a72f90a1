import { homedir } from "node:os";
import { type LintFinding, lintRules, loadConfig, pathEnvOf, type RuleSource } from "@gauntlet/core";
import { BUILTIN_PACKS } from "../builtin-packs.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { writeNotice } from "../notice.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { workingDirectory } from "../working-directory.ts";

/** The flags of `policy lint`. */
export interface PolicyLintOptions {
  readonly cwd?: string;
  readonly settings?: string;
  readonly json?: boolean;
}

/** `gauntlet policy lint`: rules of the configuration that do nothing, or not what they seem to. */
export async function runPolicyLint({ settings, json, ...options }: PolicyLintOptions): Promise<ExitCode> {
  const cwd = workingDirectory(options.cwd);
  const home = homedir();
  const config = await loadConfig({
    cwd,
    home,
    env: process.env,
    ...(settings !== undefined && { settings }),
  });
  for (const notice of config.notices) writeNotice(notice);
  const tools = [...BUILTIN_PACKS, ...config.plugins].flatMap((plugin) => plugin.tools);
  const findings = lintRules(config.rules, pathEnvOf(cwd, home), tools);
  process.stdout.write(
    json ? `${visibleJson(viewOf(config.rules, findings), 2)}\n` : textOf(config.rules, findings),
  );
  return findings.length > 0 ? EXIT.failed : EXIT.done;
}

function viewOf(rules: readonly RuleSource[], findings: readonly LintFinding[]): object {
  const place = ({ behavior, text, source, file, line, id }: RuleSource): object => ({
    behavior,
    rule: text,
    source,
    id,
    file,
    line,
  });
  return {
    rules: rules.length,
    findings: findings.map(({ kind, rule, other, message }) => ({
      kind,
      ...place(rule),
      message,
      ...(other && { other: place(other) }),
    })),
  };
}

function textOf(rules: readonly RuleSource[], findings: readonly LintFinding[]): string {
  const lines = findings.map(({ kind, rule, other, message }) => {
    const beside = other === undefined ? "" : ` (${placeOf(other)})`;
    return `${placeOf(rule)}: ${kind}: ${message}${beside}`;
  });
  const total = `${findings.length === 0 ? "nothing" : findings.length} found in ${rules.length} rules`;
  return [...lines, total].map((line) => `${visibleLine(line)}\n`).join("");
}

/** `file:line`, or the source of a rule that stands in no file. */
const placeOf = ({ file, line, source }: RuleSource): string =>
  file === undefined ? source : line === undefined ? file : `${file}:${line}`;
