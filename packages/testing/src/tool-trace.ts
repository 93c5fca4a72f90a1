import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
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

/** What the traced process is told. */
export interface TracePlan {
  readonly module: string;
  readonly tool: string;
  readonly root: string;
  readonly files: Readonly<Record<string, string>>;
  readonly first: readonly RoomCall[];
  readonly input: unknown;
  readonly begin: string;
  readonly end: string;
  readonly answer: string;
}

/** What a traced call did, or why it could not be traced. */
export type Traced =
  | { readonly problem: string }
  | {
      readonly outcome: OutcomeKind;
      readonly effects: readonly LocatedEffect[];
      readonly touches: readonly Touch[];
      /** Where the call was made. */
      readonly root: string;
    };

const CHILD = fileURLToPath(new URL(`./trace-child${extname(import.meta.url)}`, import.meta.url));
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
// What every program reads when it starts, whatever it is for.
const OF_THE_SYSTEM =
  /^\/(lib\w*|usr\/lib\w*|proc|sys|dev|etc\/(ld\.so\.\w+|localtime|nsswitch\.conf|passwd|locale\.alias))(\/|$)/;

/** Makes one call in a traced process of its own. @param root absolute; an empty directory. */
export async function traceCall(
  trace: ToolTrace,
  call: Pick<TracePlan, "tool" | "files" | "first" | "input">,
  root: string,
): Promise<Traced> {
  await mkdir(root);
  const [begin, end, answer] = ["begin", "end", "answer.json"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  const plan: TracePlan = { ...call, module: trace.module, root, begin, end, answer };
  const planPath = join(root, "plan.json");
  await writeFile(planPath, JSON.stringify(plan));
  const traceFile = join(root, "trace.txt");
  const { error, status, stderr } = spawnSync(
    "strace",
    [
      ...[
        "-f",
        "-qq",
        "-y",
        "-s",
        "4096",
        "-o",
        traceFile,
        "-e",
        `trace=${TRACED.map((name) => `?${name}`)}`,
      ],
      ...[process.execPath, ...(trace.nodeArguments ?? []), CHILD, planPath],
    ],
    { encoding: "utf8", maxBuffer: MAX_OUTPUT_BYTES, cwd: root },
  );
  if (error !== undefined)
    return {
      problem: `it cannot be traced: strace does not start (${error.message}). Install the package \`strace\``,
    };
  if (status !== 0) return { problem: `it cannot be traced: ${stderr.trim().slice(-2000)}` };
  const said = JSON.parse(await readFile(answer, "utf8")) as {
    outcome: OutcomeKind;
    effects: LocatedEffect[];
  };
  const touches = tracedTouches(await readFile(traceFile, "utf8"), { begin, end, cwd: root });
  const own = (path: string) => path.startsWith(join(root, "traced", "state"));
  return {
    ...said,
    root: join(root, "traced"),
    touches: touches.filter(({ path }) => !OF_THE_SYSTEM.test(path) && !own(path)),
  };
}
