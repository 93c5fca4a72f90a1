import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LocatedEffect, OutcomeKind } from "@gauntlet/core";
import type { RoomCall } from "./tool-room.ts";
import { type Touch, TRACED, tracedTouches } from "./traced-touches.ts";

/** How the paths a call touches are traced. */
export interface ToolTrace {
  /** Module that exports the tool, or a plugin with it, as a file URL. It is loaded by a process of its own. */
  readonly module: string;
  /** Arguments of node that loading the module takes. Default none. */
  readonly nodeArguments?: readonly string[];
  /** Paths outside the declared effects that the tool opens for its own working and never shows, such as its program. */
  readonly incidental?: readonly RegExp[];
}

/** One call to be traced. */
export interface TracedCase {
  readonly files: Readonly<Record<string, string>>;
  readonly first: readonly RoomCall[];
  readonly input: unknown;
}

/** What the traced process is told. */
export interface TracePlan {
  readonly module: string;
  readonly tool: string;
  readonly cases: readonly TracedCase[];
  /** Absolute; each case gets a directory below it, named by its number. */
  readonly root: string;
}

/** What a traced call did. */
export interface Traced {
  readonly outcome: OutcomeKind;
  readonly effects: readonly LocatedEffect[];
  readonly touches: readonly Touch[];
  /** Absolute; where the call was made. */
  readonly root: string;
}

/** Where the traced process leaves what became of its calls, a list with one `outcome` and `effects` for each. */
export const answerFile = (root: string): string => join(root, "answers.json");

/** Paths that are asked for before and after the act of a case, and never there. */
export const marksOf = (root: string, number: number) => ({
  begin: join(root, `begin-${number}`),
  end: join(root, `end-${number}`),
});

const CHILD = fileURLToPath(new URL(`./trace-child${extname(import.meta.url)}`, import.meta.url));
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const MAX_PROBLEM_CHARS = 2_000;
// What every program reads when it starts, whatever it is for.
const OF_THE_SYSTEM =
  /^\/(lib\w*|usr\/lib\w*|proc|sys|dev|etc\/(ld\.so\.\w+|localtime|nsswitch\.conf|passwd|locale\.alias))(\/|$)/;

/**
 * Makes calls one after the other in a traced process.
 * @param root absolute; an empty directory.
 * @returns one entry for each case, or why nothing could be traced.
 */
export async function traceCalls(
  { module, nodeArguments = [] }: ToolTrace,
  { tool, cases, root }: Omit<TracePlan, "module">,
): Promise<readonly Traced[] | { readonly problem: string }> {
  const plan: TracePlan = { module, tool, cases, root };
  const [planFile, traceFile] = [join(root, "plan.json"), join(root, "trace.txt")];
  await writeFile(planFile, JSON.stringify(plan));
  const calls = TRACED.map((name) => `?${name}`).join();
  const { error, status, stderr } = spawnSync(
    "strace",
    [
      ...["-f", "-qq", "-y", "--seccomp-bpf", "-s", "4096", "-o", traceFile, "-e", `trace=${calls}`],
      ...[process.execPath, ...nodeArguments, CHILD, planFile],
    ],
    { encoding: "utf8", maxBuffer: MAX_OUTPUT_BYTES, cwd: root },
  );
  if (error !== undefined)
    return { problem: `strace does not start (${error.message}); install the package \`strace\`` };
  if (status !== 0) return { problem: stderr.trim().slice(-MAX_PROBLEM_CHARS) };
  const answers = JSON.parse(await readFile(answerFile(root), "utf8")) as Pick<
    Traced,
    "outcome" | "effects"
  >[];
  const text = await readFile(traceFile, "utf8");
  return answers.map((answer, number) => {
    const place = join(root, String(number));
    const touches = tracedTouches(text, { ...marksOf(root, number), cwd: root });
    return { ...answer, root: place, touches: touches.filter((touch) => isOfTheTool(touch, place)) };
  });
}

// What the runtime keeps for itself lies in a directory of its own.
const isOfTheTool = ({ path }: Touch, place: string): boolean =>
  !OF_THE_SYSTEM.test(path) && !path.startsWith(join(place, "state"));
