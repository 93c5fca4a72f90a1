import { spawnSync } from "node:child_process";
import { testSwitches } from "./test-switches.ts";

/**
 * Runs the program of the switch `beforeExecute` to its end; without the switch nothing happens. For tests that
 * change the world between the decision about a call and its execution.
 * @throws when the program cannot be run or fails: a test must not pass because nothing was changed.
 */
export function runBeforeExecute(): void {
  const { beforeExecute } = testSwitches();
  if (beforeExecute === undefined) return;
  const { status, error } = spawnSync(beforeExecute, [], { stdio: "ignore" });
  if (error !== undefined || status !== 0) {
    throw new Error(`test program \`${beforeExecute}\` failed`, { cause: error });
  }
}
