import { homedir } from "node:os";
import { relative } from "node:path";
import {
  createTrustStore,
  HOOK_EVENTS,
  type HookEvent,
  stateDirectory,
  type TrustInventory,
  type TrustStatus,
  takeInventory,
} from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { maskedText } from "../masked-text.ts";
import { visibleLine } from "../visible-line.ts";
import { workingDirectory } from "../working-directory.ts";

/** The flags of `gauntlet trust`. */
export interface TrustOptions {
  readonly list?: boolean;
  readonly revoke?: boolean;
}

/** `gauntlet trust`: asks nothing; typing it is the consent. Shows what counts from now on. */
export async function runTrust(dir: string | undefined, options: TrustOptions = {}): Promise<ExitCode> {
  const store = createTrustStore(stateDirectory(process.env, homedir()));
  const say = (lines: readonly string[]): void => {
    process.stdout.write(lines.map((line) => `${oneLine(line)}\n`).join(""));
  };
  if (options.list) {
    const known = await store.list();
    say(known.length === 0 ? ["no directory is trusted"] : known.flatMap(listed));
    return EXIT.done;
  }
  if (options.revoke) {
    const path = dir ?? process.cwd();
    const revoked = await store.revoke(path);
    const { trusted, root } = await store.status(path);
    const still = trusted
      ? [`it lies in ${root}, which is trusted; run \`gauntlet trust --revoke ${root}\``]
      : [];
    say([
      revoked === undefined ? `${path} was not trusted by itself` : `no longer trusted: ${revoked}`,
      ...still,
    ]);
    return EXIT.done;
  }
  const path = await store.trust(workingDirectory(dir));
  say(trusted(path, await takeInventory(path)));
  return EXIT.done;
}

// Names of files and words of rules come from the repository; none of them may begin a line of its own.
const oneLine = (text: string): string => visibleLine(text).replaceAll("\t", "\\t");

function trusted(root: string, { files, commands }: TrustInventory): readonly string[] {
  if (files.length === 0) {
    return [
      `trusted ${root}: its configuration, plugins and allow rules count from now on`,
      "  it has none now; when some appear, trust ends until you give it again",
    ];
  }
  return [
    `trusted ${root}: its configuration, plugins and allow rules count from now on`,
    ...files.map(({ file, hash, does }) => {
      const what = does.length === 0 ? "loosens nothing" : does.join("; ");
      return `  ${relative(root, file)}: ${what}${hash === "missing" ? " (does not exist yet)" : ""}`;
    }),
    ...commands.map(({ kind, name, text }) => {
      const isIdle = kind === "hook" && !HOOK_EVENTS.includes(name as HookEvent);
      const idle = isIdle ? " (there is no such event here, so it never runs)" : "";
      return `  ${kind} ${name}: ${maskedText(text)}${idle}`;
    }),
    "when one of these files is changed, added or removed, trust ends until you give it again;",
    "packages that code imports are not on the list",
  ];
}

function listed({
  root,
  trusted: holds,
  changes,
}: TrustStatus & { readonly root: string }): readonly string[] {
  if (holds) return [root];
  const what = changes.map(({ file, how }) =>
    file === root ? "is gone" : `${relative(root, file)} was ${how}`,
  );
  return [`${root} (trust ended: ${what.join(", ")})`];
}
