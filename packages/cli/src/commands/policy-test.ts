import { homedir } from "node:os";
import { relative, resolve } from "node:path";
import { isGauntletError, loadConfig, type Mode, type RuleSource } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { ONLOOKER } from "../onlooker.ts";
import { findPolicyTests, type PolicyCase, readPolicyTest } from "../policy-test-file.ts";
import { reportError } from "../report-error.ts";
import { createFromOptions, type RunOptions } from "../run-options.ts";
import { shortJson } from "../short-json.ts";
import { groundsOf, type Verdict, verdictOf } from "../verdict.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { visibleText } from "../visible-text.ts";
import { openSession, withSession } from "../with-session.ts";
import { workingDirectory } from "../working-directory.ts";

/** The flags of `policy test`. */
export interface PolicyTestOptions extends RunOptions {
  readonly json?: boolean;
}

/** A test and what came of it. */
interface Tested {
  readonly test: PolicyCase;
  readonly got: Verdict;
  readonly passed: boolean;
}

/** `gauntlet policy test`: decides the calls of policy tests and compares with what their authors expect. */
export async function runPolicyTest(given: readonly string[], options: PolicyTestOptions): Promise<ExitCode> {
  const cwd = workingDirectory(options.cwd);
  const files = given.length > 0 ? given.map((file) => resolve(file)) : await findPolicyTests(cwd);
  const cases = (await Promise.all(files.map(readPolicyTest))).flat();
  const examples = await countExamples(cwd, options).catch(exampleFailure);
  if (examples === undefined) return EXIT.failed;
  if (cases.length + examples === 0) {
    process.stderr.write(visibleText(`gauntlet: there are no policy tests below \`${cwd}\`\n`));
    process.stderr.write("  write a `*.policy.test.json`, or give the rules of your policy examples\n");
    return EXIT.usage;
  }
  const tested = await runCases(cases, options);
  const failed = tested.filter(({ passed }) => !passed);
  if (options.json) process.stdout.write(`${visibleJson(viewOf(tested, examples), 2)}\n`);
  else process.stdout.write(textOf(failed, { cwd, cases: cases.length, examples }));
  return failed.length > 0 ? EXIT.failed : EXIT.done;
}

/** Examples were tried when the policies were loaded: nothing starts while one of them fails. */
async function countExamples(cwd: string, { settings }: PolicyTestOptions): Promise<number> {
  const config = await loadConfig({
    cwd,
    home: homedir(),
    env: process.env,
    ...(settings !== undefined && { settings }),
  });
  return config.rules.flatMap(examplesOf).length;
}

/** A policy whose example fails is not loaded, so no other test can be decided under it. */
function exampleFailure(thrown: unknown): undefined {
  if (!isGauntletError(thrown) || thrown.code !== "GNT_POLICY_EXAMPLE") throw thrown;
  reportError(thrown, process.stderr);
}

/** Rules of policies bring their examples along. */
function examplesOf(rule: RuleSource & { readonly examples?: unknown }): readonly unknown[] {
  return Object.values(rule.examples ?? {}).flat();
}

async function runCases(
  cases: readonly PolicyCase[],
  options: PolicyTestOptions,
): Promise<readonly Tested[]> {
  const results = new Map<PolicyCase, Tested>();
  const extras = { answerers: [ONLOOKER], mayContact: false };
  const modes = [...new Set(cases.map(({ mode }) => mode))];
  for (const [at, mode] of modes.entries()) {
    const gauntlet = await createFromOptions(inMode(options, mode), { ...extras, quiet: at > 0 });
    const opening = at === 0 ? openSession(gauntlet) : gauntlet.session();
    await withSession(opening, async (session) => {
      for (const test of cases.filter((other) => other.mode === mode)) {
        const got = await verdictOf(session, test.call);
        results.set(test, { test, got, passed: got.is === test.expect });
      }
    });
  }
  return cases.flatMap((test) => results.get(test) ?? []);
}

const inMode = (options: PolicyTestOptions, mode: Mode | undefined): PolicyTestOptions =>
  mode === undefined ? options : { ...options, permissionMode: mode };

function viewOf(tested: readonly Tested[], examples: number): object {
  const failed = tested.filter(({ passed }) => !passed).length;
  return {
    passed: tested.length - failed,
    failed,
    examples,
    tests: tested.map(
      ({ test: { call, expect, mode, why, file, line }, got: { is, because, message }, passed }) => ({
        file,
        line,
        ...call,
        mode,
        why,
        expect,
        got: is,
        passed,
        because,
        message,
      }),
    ),
  };
}

interface Totals {
  readonly cwd: string;
  readonly cases: number;
  readonly examples: number;
}

const LONGEST_INPUT = 120;

function textOf(failed: readonly Tested[], { cwd, cases, examples }: Totals): string {
  const lines = failed.flatMap(({ test, got }) => {
    const place = `${relative(cwd, test.file)}${test.line === undefined ? "" : `:${test.line}`}`;
    const mode = test.mode === undefined ? "" : ` in mode ${test.mode}`;
    return [
      `${place}: ${test.call.tool} ${shortJson(test.call.input, LONGEST_INPUT)}${mode}`,
      `  expected ${test.expect}${test.why === undefined ? "" : ` (${test.why})`}`,
      `  got      ${got.is}: ${groundsOf(got)}`,
    ];
  });
  const held = examples === 0 ? "" : `; examples in policies: ${examples}, all hold`;
  const total = `${cases - failed.length} of ${cases} policy tests passed${held}`;
  return [...lines, total].map((line) => `${visibleLine(line)}\n`).join("");
}
