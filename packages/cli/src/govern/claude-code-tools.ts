import type { Effect } from "@gauntlet/core";
import type { ToolMapping } from "./agent-protocol.ts";

type Input = Readonly<Record<string, unknown>>;

/** A tool of the same name and fields as ours. */
function same(as: string, ...fields: readonly string[]): ToolMapping {
  return { as, fields };
}

const nothing = (): readonly Effect[] => [];
const person = (): readonly Effect[] => [{ kind: "person" }];

/** The host a page is fetched from; unknown when the address is none. */
function hostOf({ url }: Input): readonly Effect[] | undefined {
  const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed?.hostname) return undefined;
  const port = Number(parsed.port || (parsed.protocol === "http:" ? 80 : 443));
  return [{ kind: "connect", host: parsed.hostname, port }];
}

const file = (field: string, ...kinds: readonly ("read" | "write")[]) => ({
  paths: [field],
  effects: (input: Input): readonly Effect[] | undefined => {
    const path = input[field];
    return typeof path === "string" ? kinds.map((kind) => ({ kind, path })) : undefined;
  },
});

const AGENT: ToolMapping = {
  ...same("Agent", "description", "prompt", "subagent_type", "model", "run_in_background"),
  ignored: ["effort", "name", "isolation", "team_name", "mode"],
  effects: nothing,
};

/**
 * Claude Code's tools. A tool that is not here, and every `mcp__server__tool`, has unknown effects: rules that name it
 * count, and where nobody names it the person is asked.
 * @source the public reference of its tools and hooks, November 2026
 */
export const CLAUDE_CODE_TOOLS: Readonly<Record<string, ToolMapping>> = {
  Bash: { ...same("Bash", "command", "timeout", "description", "run_in_background"), shell: "command" },
  Monitor: { ...same("Monitor", "command", "description", "timeout_ms"), shell: "command" },
  Read: {
    ...same("Read", "file_path", "offset", "limit", "pages"),
    paths: ["file_path"],
    ignored: ["allow_large"],
  },
  Write: { ...same("Write", "file_path", "content"), paths: ["file_path"] },
  Edit: { ...same("Edit", "file_path", "old_string", "new_string", "replace_all"), paths: ["file_path"] },
  NotebookEdit: {
    ...same("NotebookEdit", "notebook_path", "cell_id", "new_source", "cell_type", "edit_mode"),
    paths: ["notebook_path"],
  },
  Glob: { ...same("Glob", "pattern", "path"), paths: ["path"], startsIn: "path" },
  Grep: {
    ...same("Grep", "pattern", "path", "glob", "type"),
    paths: ["path"],
    startsIn: "path",
    ignored: [
      "output_mode",
      "-A",
      "-B",
      "-C",
      "context",
      "-n",
      "-i",
      "-o",
      "multiline",
      "head_limit",
      "offset",
    ],
  },
  MultiEdit: { as: "MultiEdit", ...file("file_path", "read", "write"), ignored: ["edits"] },
  LS: { as: "LS", ...file("path", "read"), ignored: ["ignore"] },

  WebFetch: { as: "WebFetch", effects: hostOf, ignored: ["prompt", "offset"] },

  // What they start is asked about by itself, or nothing outside the agent is touched.
  Agent: AGENT,
  Task: AGENT,
  TaskOutput: {
    ...same("TaskOutput", "task_id", "bash_id", "shell_id", "filter"),
    ignored: ["block", "timeout"],
  },
  BashOutput: same("TaskOutput", "bash_id", "filter"),
  TaskStop: same("TaskStop", "task_id", "shell_id"),
  KillShell: same("TaskStop", "shell_id"),
  ToolSearch: { ...same("ToolSearch", "query", "max_results"), effects: nothing },
  TodoWrite: { as: "TodoWrite", effects: nothing },
  TaskCreate: { as: "TaskCreate", effects: nothing },
  TaskGet: { as: "TaskGet", effects: nothing },
  TaskList: { as: "TaskList", effects: nothing },
  TaskUpdate: { as: "TaskUpdate", effects: nothing },

  AskUserQuestion: { as: "AskUserQuestion", effects: person, isQuestion: true },
  EnterPlanMode: { as: "EnterPlanMode", effects: person, isQuestion: true },
  ExitPlanMode: { as: "ExitPlanMode", effects: person, isQuestion: true },
};
