import { homedir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline/promises";
import {
  addPlugin,
  createTrustStore,
  LOCK_FILE,
  manifestHash,
  OWN_FILE,
  type PackManifest,
  PluginError,
  parseManifest,
  pinDifference,
  pinOf,
  readManifest,
  readPackLock,
  savePin,
  stateDirectory,
  type TrustStatus,
} from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { manifestLines } from "../manifest-view.ts";
import { installPackage, lookAtPackage, npmLockFiles, type OfferedPackage, removePackage } from "../npm.ts";
import { visibleLine } from "../visible-line.ts";
import { workingDirectory } from "../working-directory.ts";

/** The flags of `gauntlet add`. */
export interface AddOptions {
  readonly cwd?: string;
  readonly yes?: boolean;
}

/**
 * `gauntlet add`: shows what a pack asks for before anything of it runs, and after a yes installs it without install
 * scripts, pins it and lists it in the configuration.
 */
export async function runAdd(wanted: string, options: AddOptions): Promise<ExitCode> {
  const cwd = workingDirectory(options.cwd);
  const offered = await lookAtPackage(wanted, cwd);
  const shown = manifestIn(offered);
  say([
    `${offered.name} ${offered.version}`,
    ...(await asked(offered, shown, cwd)).map((line) => `  ${line}`),
  ]);
  if (!(await isWanted(options))) {
    say(["not added; nothing was installed"]);
    return EXIT.denied;
  }
  const trust = createTrustStore(stateDirectory(process.env, homedir()));
  // The person accepts what this changes, and nothing that anybody else changes meanwhile.
  const own = [join(cwd, OWN_FILE), join(cwd, LOCK_FILE), ...npmLockFiles(cwd)] as const;
  const { file, isListed } = await trust.accept(own, async () => {
    await installPackage(offered, cwd);
    if (shown !== undefined) await pin(offered, shown, cwd);
    return await addPlugin(cwd, offered.name);
  });
  say([
    `added ${offered.name} ${offered.version}${shown === undefined ? "; it is not pinned" : `, pinned in ${join(cwd, LOCK_FILE)}`}`,
    ...(isListed ? [] : [`add "${offered.name}" to \`plugins\` in ${file}`]),
    ...trustLines(cwd, await trust.status(cwd)),
  ]);
  return EXIT.done;
}

function trustLines(cwd: string, { trusted, changed }: TrustStatus): readonly string[] {
  if (trusted) return [];
  const what = changed.map((file) => relative(cwd, file)).join(", ");
  return [
    ...(what === "" ? [] : [`the directory is not trusted as it is now: ${what}`]),
    `it counts once the directory is trusted; run \`gauntlet trust ${cwd}\``,
  ];
}

const manifestIn = ({ name, manifest }: OfferedPackage): PackManifest | undefined =>
  manifest === undefined ? undefined : parseManifest(manifest, `of ${name}`);

/** What a person has to know before the yes. */
async function asked(
  { name }: OfferedPackage,
  manifest: PackManifest | undefined,
  cwd: string,
): Promise<readonly string[]> {
  if (manifest === undefined)
    return ["ships no manifest: what it brings can only be known by running it, and it cannot be pinned"];
  const pinned = (await readPackLock(cwd))?.packs[name];
  const change =
    pinned === undefined || pinned.manifest === manifestHash(manifest)
      ? []
      : [
          `changed since it was pinned${pinned.version === undefined ? "" : ` (${pinned.version})`}: ${pinDifference(pinned, manifest)}`,
        ];
  return [...change, ...manifestLines(manifest)];
}

async function isWanted({ yes }: AddOptions): Promise<boolean> {
  if (yes) return true;
  if (!process.stdin.isTTY) {
    process.stderr.write(
      "gauntlet: nobody is there to say yes; look at it and run the command again with --yes\n",
    );
    return false;
  }
  const dialog = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await dialog.question("Add it? [y/N] ")).trim());
  } finally {
    dialog.close();
  }
}

/** What was installed must be what was shown; else it is taken out again. */
async function pin(offered: OfferedPackage, shown: PackManifest, cwd: string): Promise<void> {
  const installed = await readManifest(join(cwd, "node_modules", offered.name));
  if (installed === undefined || manifestHash(installed) !== manifestHash(shown)) {
    await removePackage(offered, cwd);
    throw new PluginError(
      "GNT_PLUGIN_PIN",
      `what npm installed as \`${offered.name}\` is not what was shown`,
      {
        hint: "it was removed again; look at the registry and the lock file of the project",
      },
    );
  }
  await savePin(cwd, offered.name, pinOf(installed, offered.version));
}

function say(lines: readonly string[]): void {
  process.stdout.write(lines.map((line) => `${visibleLine(line)}\n`).join(""));
}
