import { statSync } from "node:fs";
import type { AdmittedCall } from "../contract/call.ts";
import type { ExecuteContext } from "../contract/tool.ts";
import { messages } from "../messages.ts";
import { narrowMode } from "../policy/narrow-mode.ts";
import { isInside } from "../policy/path-inside.ts";
import { realPathOrSelf } from "../policy/real-path.ts";
import type { Runtime } from "./runtime.ts";

/** What a running call may change of its session. */
export type SessionChanges = Pick<ExecuteContext, "changeMode" | "moveTo">;

/** @param isApproved whether the person has accepted what the call asked. */
export function sessionChanges(
  { tool }: AdmittedCall,
  runtime: Runtime,
  isApproved: () => boolean,
): SessionChanges {
  return {
    changeMode(mode) {
      if (runtime.agent) throw new Error(messages.modeOfSession);
      if (narrowMode(runtime.mode(), mode) !== mode && !isApproved())
        throw new Error(messages.modeNotWidened(runtime.mode(), mode));
      runtime.setMode(mode, tool.name);
    },
    moveTo(copy) {
      if (runtime.agent) throw new Error(messages.placeOfSession);
      runtime.moveTo(copy && { of: realPathOrSelf(copy.of), at: ownDirectory(copy.at, runtime) });
    },
  };
}

/** The real path of a directory in the working directories. */
function ownDirectory(path: string, runtime: Runtime): string {
  const real = realPathOrSelf(path);
  if (!statSync(real, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(messages.moveNotToDirectory(path));
  const { workingDirectories } = runtime.policyContext();
  if (!workingDirectories.some((directory) => isInside(real, directory)))
    throw new Error(messages.moveOutside(path));
  return real;
}
