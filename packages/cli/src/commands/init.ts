import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { ConfigError, projectFilesIn } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { packageDirectory } from "../init/package-name.ts";
import { fillTemplate } from "../init/templates.ts";
import { writeNewFiles } from "../init/write-new-files.ts";
import { VERSION } from "../version.ts";
import { visibleLine } from "../visible-line.ts";
import { workingDirectory } from "../working-directory.ts";

export interface InitOptions {
  readonly cwd?: string;
}

/** `gauntlet init`: a configuration of the project, with comments. Never overwrites one that is there. */
export async function runInit({ cwd: given }: InitOptions): Promise<ExitCode> {
  const cwd = workingDirectory(given);
  const [existing] = await projectFilesIn(cwd);
  if (existing !== undefined) {
    throw new ConfigError(
      "GNT_CONFIG_INVALID",
      `the project is configured already, in \`${existing.file}\``,
      {
        hint: "nothing is overwritten; edit that file, or see what it does with `gauntlet doctor`",
      },
    );
  }
  const files = await fillTemplate("project", {});
  await writeNewFiles(cwd, files);
  say([
    ...Object.keys(files).map((path) => `wrote ${join(cwd, path)}`),
    "next:",
    "  gauntlet doctor     what counts here, and what is missing",
    "  gauntlet trust .    when its allow rules and plugins shall count",
  ]);
  return EXIT.done;
}

/** `gauntlet init pack|policy NAME`: a package that installs, compiles and passes its tests. */
export async function runInitPackage(
  kind: "pack" | "policy",
  name: string,
  { cwd }: InitOptions,
): Promise<ExitCode> {
  const directory = resolve(workingDirectory(cwd), packageDirectory(name));
  await refuseFilled(directory);
  const id = name.replace(/^@/, "").split("/", 1)[0] ?? name;
  const files = await fillTemplate(kind, { name, version: VERSION, id });
  await writeNewFiles(directory, files);
  say([
    `wrote ${Object.keys(files).length} files to ${directory}`,
    "next:",
    `  cd ${basename(directory)}`,
    "  npm install",
    "  npm test",
  ]);
  return EXIT.done;
}

async function refuseFilled(directory: string): Promise<void> {
  const found = await readdir(directory).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === "ENOENT") return [];
    const isFile = thrown.code === "ENOTDIR";
    const why = isFile ? "a file is in the way" : `it cannot be read (${thrown.code ?? thrown.message})`;
    throw new ConfigError("GNT_CONFIG_INVALID", `\`${directory}\` cannot be filled: ${why}`, {
      hint: isFile ? "choose another name" : "choose another name, or make it readable",
      cause: thrown,
    });
  });
  if (found.length === 0) return;
  throw new ConfigError("GNT_CONFIG_INVALID", `\`${directory}\` is not empty`, {
    hint: "nothing is overwritten; choose another name, or empty it",
  });
}

const say = (lines: readonly string[]): void => {
  process.stdout.write(lines.map((line) => `${visibleLine(line)}\n`).join(""));
};
