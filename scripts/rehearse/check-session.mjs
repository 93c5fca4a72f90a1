import { existsSync } from "node:fs";
import { join } from "node:path";
import { commandOf } from "./check-command.mjs";
import { Fault } from "./fault.mjs";
import { say, startModelServer, use } from "./model-server.mjs";
import { writeFiles } from "./project.mjs";
import { expectEnded, runProgram } from "./run-program.mjs";

const plugin = (name, types) => `import { definePlugin } from "@gauntlet/core";

const words${types} = "${name} looked at this call";

export default definePlugin({
  name: "${name}",
  apply({ hooks }) {
    hooks.preToolUse.tap("say so", (draft) => draft.addContext(words));
  },
});
`;

/** Denies each call it is asked about. */
const HOOK = `const { tool_name } = JSON.parse(await new Response(process.stdin).text());
console.log(JSON.stringify({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: \`a command hook denies \${tool_name}\`,
  },
}));
`;

const FILES = {
  "gauntlet.config.ts": `import { defineConfig } from "@gauntlet/core";

export default defineConfig({
  plugins: ["./plugins/plain.js", "./plugins/typed.ts"],
  permissions: { allow: ["Write"] },
  claudeSettings: true,
});
`,
  "plugins/plain.js": plugin("plain", ""),
  "plugins/typed.ts": plugin("typed", ": string"),
  "hooks/deny.mjs": HOOK,
  ".claude/settings.json": JSON.stringify({
    hooks: {
      PreToolUse: [
        {
          matcher: "Write",
          hooks: [{ type: "command", command: 'node "$CLAUDE_PROJECT_DIR"/hooks/deny.mjs' }],
        },
      ],
    },
  }),
  "note.txt": "a note\n",
};

const TURNS = [
  use(["Read", { file_path: "note.txt" }], ["Write", { file_path: "new.txt", content: "x" }]),
  say("That is all."),
];

/**
 * Runs one prompt without a person in a project with two plugins and a hook that is a program.
 * @returns milliseconds from the start of the command to its first request.
 */
export async function checkSession(scene, project) {
  writeFiles(project, FILES);
  const inProject = { cwd: project, env: scene.env };
  const command = commandOf(project);
  const todo = "run the command there with --keep, against a Messages server of your own";
  const trusted = await runProgram(command, ["trust", "."], inProject);
  expectEnded(trusted, { title: "`gauntlet trust .`", where: project, todo });

  const server = await startModelServer(scene, project, TURNS);
  const ended = await runProgram(command, ["-p", "write a file"], {
    cwd: project,
    env: { ...scene.env, ...server.env },
  });
  const requests = await server.end();
  expectEnded(ended, { title: "`gauntlet -p`", where: project, todo, stdout: ["That is all.\n"] });
  const answered = JSON.stringify(requests[1]?.body ?? null);
  const wanted = ["a note", "plain looked at", "typed looked at", "a command hook denies Write"];
  for (const part of wanted)
    if (!answered.includes(part))
      throw new Fault({ found: `the model was not told \`${part}\`\n${ended.stderr}`, where: project, todo });
  if (existsSync(join(project, "new.txt")))
    throw new Fault({ found: "`new.txt` was written though a hook denied it", where: project, todo });
  return Math.round(requests[0].arrivedAt - ended.startedAt);
}
