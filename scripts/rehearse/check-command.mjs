import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./fault.mjs";
import { writeFiles } from "./project.mjs";
import { expectEnded, runProgram } from "./run-program.mjs";

/** Where npm put the command of a project. */
export const commandOf = (project) =>
  join(project, "node_modules/.bin", process.platform === "win32" ? "gauntlet.cmd" : "gauntlet");

const TODO =
  "run the command with --keep in that directory and compare with `node packages/cli/dist/gauntlet.js`";

/** One page that says `tarball`, so that the reader of PDFs is needed. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 38>>stream
BT /F 24 Tf 20 100 Td (tarball) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

/** What is typed, and what must be said to it. */
const callsOf = (version) => [
  { args: ["--version"], stdout: [version] },
  { args: ["--help"], stdout: ["Usage: gauntlet", "doctor"] },
  { args: ["call", "Read", '{"file_path":"note.txt"}'], stdout: ["installed from a tarball"] },
  { args: ["call", "Grep", '{"pattern":"tarb.ll"}'], stdout: ["note.txt"] },
  { args: ["call", "Read", '{"file_path":"page.pdf"}'], stdout: ["tarball"] },
  {
    args: ["call", "Bash", '{"command":"node --version"}', "--allow", "Bash(node --version)"],
    stdout: [/v\d+\.\d+/],
  },
  {
    args: ["call", "Write", '{"file_path":"new.txt","content":"x"}', "--headless"],
    code: 3,
    stderr: ["denied"],
  },
  { args: ["explain", "Read", '{"file_path":"note.txt"}'], stdout: ["Read would run"] },
  {
    args: ["explain", "Read", '{"file_path":".env"}', "--deny", "Read(.env)"],
    code: 3,
    stdout: ["would be denied", "because"],
  },
];

/** Runs the installed command as a person would who has nothing else. */
export async function checkCalls(scene, project) {
  writeFiles(project, { "note.txt": "installed from a tarball\n", "page.pdf": PDF });
  const { version } = JSON.parse(
    readFileSync(join(project, "node_modules/@gauntlet/cli/package.json"), "utf8"),
  );
  for (const { args, ...wanted } of callsOf(version))
    expectEnded(await runProgram(commandOf(project), args, { cwd: project, env: scene.env }), {
      title: `\`gauntlet ${args.join(" ")}\``,
      where: project,
      todo: TODO,
      ...wanted,
    });
}

/** Plays the demo: a repository, its tests, the recorded model, the journal. */
export async function checkDemo(scene, project) {
  const ended = await runProgram(commandOf(project), ["demo"], { cwd: project, env: scene.env });
  const stdout = ["Its tests before: red", "Its tests after: green", "denied Read", "in an unbroken chain"];
  expectEnded(ended, { title: "`gauntlet demo`", where: project, todo: TODO, stdout });
}

/** The command must know each tool that a pack of ours declares, whether it shows it to a model or says why not. */
export async function checkTools(scene, project, packages) {
  const ended = await runProgram(commandOf(project), ["tools", "--json"], { cwd: project, env: scene.env });
  expectEnded(ended, { title: "`gauntlet tools --json`", where: project, todo: TODO });
  const { tools, hidden } = JSON.parse(ended.stdout);
  const known = new Set([...tools.map(({ name }) => name), ...hidden.map(({ tool }) => tool)]);
  for (const { directory } of packages) {
    const manifest = join(directory, "gauntlet.manifest.json");
    if (!existsSync(manifest)) continue;
    for (const { name } of JSON.parse(readFileSync(manifest, "utf8")).tools)
      if (!known.has(name))
        throw new Fault({
          found: `\`gauntlet tools --json\` does not know \`${name}\``,
          where: manifest,
          todo: "bundle the pack into the command, or take the tool out of its manifest",
        });
  }
}

/** How long the command takes to say its version, in milliseconds; the best of three. */
export async function timeVersion(scene, project) {
  const times = [];
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    await runProgram(commandOf(project), ["--version"], { cwd: project, env: scene.env });
    times.push(performance.now() - startedAt);
  }
  return Math.round(Math.min(...times));
}
