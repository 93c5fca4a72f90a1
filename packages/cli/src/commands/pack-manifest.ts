import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Gauntlet, loadPack, MANIFEST_FILE, manifestOf, manifestText } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { visibleText } from "../visible-text.ts";
import { workingDirectory } from "../working-directory.ts";

/** `gauntlet pack manifest`: writes what the pack of a directory brings, or compares it with what is written. */
export async function runPackManifest(
  dir: string | undefined,
  { check = false }: { readonly check?: boolean } = {},
): Promise<ExitCode> {
  const { directory, name, files, plugin } = await loadPack(workingDirectory(dir));
  const { boot } = new Gauntlet({ plugins: [plugin], cwd: directory });
  const text = manifestText(
    manifestOf(
      plugin,
      boot.flatMap(({ taps }) => taps.map(({ hook }) => hook)),
    ),
  );
  const file = join(directory, MANIFEST_FILE);
  const before = await readFile(file, "utf8").catch(() => undefined);
  const say = (line: string): void => void process.stdout.write(visibleText(`${line}\n`));
  if (files !== undefined && !files.includes(MANIFEST_FILE))
    process.stderr.write(
      `gauntlet: \`files\` of ${name} leaves ${MANIFEST_FILE} out; add it, or it is not published\n`,
    );
  if (before === text) say(`${file} is up to date`);
  else if (check) {
    say(
      `${file} ${before === undefined ? "is missing" : "does not match the code"}; run \`gauntlet pack manifest\``,
    );
    return EXIT.failed;
  } else {
    await writeFile(file, text);
    const { length } = plugin.tools;
    say(`wrote ${file}: ${length} ${length === 1 ? "tool" : "tools"}`);
  }
  return EXIT.done;
}
