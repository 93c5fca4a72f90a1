import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Fault } from "./fault.mjs";
import { writeFiles } from "./project.mjs";

/** Plays the model of the turns given as JSON until standard input ends, then prints the requests it was sent. */
const PROGRAM = `import { startMessagesServer } from "@gauntlet/testing";

const server = await startMessagesServer({
  cassette: { name: "rehearsal", turns: JSON.parse(process.argv[2]) },
  keepBodies: true,
});
console.log(server.url);
process.stdin.resume().once("end", async () => {
  console.log(JSON.stringify(server.requests));
  await server.close();
});
`;

/**
 * Starts the Messages server of the installed `@gauntlet/testing` on the loopback.
 * @param project directory that has the package installed
 * @returns the variables that lead the command to it, and `end()`, which gives the requests it was sent.
 */
export async function startModelServer(scene, project, turns) {
  const program = join(project, "serve.mjs");
  writeFiles(project, { "serve.mjs": PROGRAM });
  const child = spawn(scene.node, [program, JSON.stringify(turns)], {
    cwd: project,
    env: scene.env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done)
      throw new Fault({
        found: "the Messages server ended before it answered; its own words are above",
        where: program,
        todo: "run it there with --keep",
      });
    return value;
  };
  const url = await next();
  return {
    env: { ANTHROPIC_BASE_URL: url },
    async end() {
      child.stdin.end();
      return JSON.parse(await next());
    },
  };
}

/** A turn of the model that says something. */
export const say = (text) => ({ blocks: [{ type: "text", text }] });

/** A turn of the model that uses tools, given as `[name, input]`. */
export const use = (...uses) => ({
  blocks: uses.map(([name, input]) => ({ type: "tool_use", name, input })),
});
