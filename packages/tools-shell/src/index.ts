import { definePlugin } from "@gauntlet/core";
import { bash } from "./bash.ts";
import { cwdSlot } from "./carried-directory.ts";
import { diagnose } from "./diagnose.ts";
import { shellOptions } from "./options.ts";
import { shellSession } from "./shell-session.ts";
import { monitor } from "./tasks/monitor.ts";
import { taskOutput } from "./tasks/task-output.ts";
import { taskStop } from "./tasks/task-stop.ts";
import { taskSlot } from "./tasks/tasks.ts";

/** The tools themselves, for hosts that list only some of them, and what they share in a session. */
export { bash, monitor, shellOptions, shellSession, taskOutput, taskStop };

/** The shell tools as one plugin. */
export default definePlugin({
  name: "@gauntlet/tools-shell",
  options: shellOptions,
  tools: [bash, taskOutput, taskStop, monitor],
  slots: [cwdSlot, taskSlot],
  resources: [shellSession],
  diagnose,
  profiles: { simple: ["Bash"] },
});
