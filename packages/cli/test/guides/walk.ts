import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { COMMAND, type Place, runProgram } from "../command.ts";
import type { Block } from "./page.ts";

/** What a block that was run printed and how its commands ended, beside what the page says. */
export interface Step {
  readonly code: string;
  readonly printed: string;
  /** What the page shows as printed, if it does. */
  readonly expected?: string;
  readonly codes: readonly number[];
  readonly expectedCodes: readonly number[];
}

/** What a reader of a page has before they begin. */
export interface Reader {
  /** Packages that npm has installed for them: name to absolute directory. */
  readonly installed?: Readonly<Record<string, string>>;
  readonly env?: NodeJS.ProcessEnv;
  /** What stands on the page, and what it is here. */
  readonly instead?: Readonly<Record<string, string>>;
}

/** Does what a page says, block by block in one shell, and tells what came of it. */
export async function walk(place: Place, blocks: readonly Block[], reader: Reader): Promise<readonly Step[]> {
  const steps = join(place.root, "steps");
  await mkdir(steps, { recursive: true });
  await install(place, reader.installed ?? {});
  const run = blocks.filter(isRun);
  const script = blocks
    .map((block) =>
      isRun(block) ? runScript(block, join(steps, String(run.indexOf(block)))) : fileScript(block),
    )
    .join("\n");
  const filled = Object.entries(reader.instead ?? {}).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    script,
  );
  const env = { PATH: `${join(place.root, "bin")}:${place.env["PATH"]}`, ...reader.env };
  const { code, stderr } = await runProgram(place, "bash", ["-c", filled], { env });
  if (code !== 0) throw new Error(`the shell of the walk ended with ${code}: ${stderr}`);
  return Promise.all(
    run.map(async (block, index) => {
      const [printed = "", codes = ""] = await Promise.all(
        ["out", "codes"].map((end) => readFile(join(steps, `${index}.${end}`), "utf8")),
      );
      const next = blocks[blocks.indexOf(block) + 1];
      return {
        code: block.code,
        printed: printed.replaceAll(place.env["HOME"] ?? "", "/home/ada"),
        codes: codes.split("\n").filter(Boolean).map(Number),
        expectedCodes: block.codes,
        ...(next?.language === "text" && next.shown === undefined && { expected: next.code }),
      };
    }),
  );
}

/** True if what was printed is what the page shows, where `…` on the page stands for anything. */
export function isAsShown(printed: string, shown: string): boolean {
  const parts = shown
    .trimEnd()
    .split("…")
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(printed.trimEnd());
}

const isRun = ({ language, shown }: Block): boolean => language === "sh" && shown === undefined;

/** Runs a block in the shell of the walk, so that `cd` and `export` hold for those after it. */
const runScript = ({ code }: Block, step: string): string =>
  [
    `: > ${step}.codes`,
    `trap 'echo $? >> ${step}.codes' ERR`,
    "{",
    code,
    `} > ${step}.out 2>&1`,
    "trap - ERR",
  ].join("\n");

function fileScript({ code, shows, write, shown }: Block): string {
  // What stands in a part of an example for another place is in the reader's own directory.
  const file =
    shown === undefined
      ? (write ?? shows?.replace(/^examples\/[\w-]+\/(?:project\/|managed\/)?/, ""))
      : undefined;
  if (file === undefined) return "";
  return `mkdir -p "${dirname(file)}"\ncat > "${file}" << 'END OF THE BLOCK'\n${code}END OF THE BLOCK`;
}

/** Puts the command on the path, and packages where npm would put them. */
async function install({ root, env }: Place, installed: Readonly<Record<string, string>>): Promise<void> {
  const command = join(root, "bin/gauntlet");
  await mkdir(dirname(command), { recursive: true });
  await writeFile(command, `#!/bin/sh\nexec "${process.execPath}" "${COMMAND}" "$@"\n`, { mode: 0o755 });
  const modules = join(env["HOME"] ?? root, "node_modules");
  for (const [name, directory] of Object.entries(installed)) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(directory, join(modules, name));
  }
  if (installed["@gauntlet/cli"] === undefined) return;
  await mkdir(join(modules, ".bin"));
  await symlink(command, join(modules, ".bin/gauntlet"));
}
