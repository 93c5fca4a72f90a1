import { posix } from "node:path";
import type { Vote } from "../contract/decision.ts";
import { isPathEffect, type LocatedPathEffect } from "../contract/effect.ts";
import { findNames, inodeKey, linkedFile, visitFiles } from "./inode-names.ts";
import { relativeInside, toComparable } from "./path-inside.ts";
import type { PolicyCall, PolicyContext } from "./policy.ts";
import { foldName, PROTECTED_FILES, protectedName } from "./protected-names.ts";
import { pathPlatform } from "./test-switches.ts";
import { trustsEffects } from "./trust.ts";
import { oddWindowsPath } from "./windows-path.ts";

/**
 * Asks before effects that neither an allow rule nor a mode may wave through: writes and deletions of protected
 * files and of our own directories, removals of places everything else depends on, and reads of process memory,
 * environments and our own secrets. A path counts as spelled and as the place it leads to. On Windows, paths that mean
 * something else than they say ask as well, and those that must not even be looked at are denied.
 */
export function voteOnProtectedPaths(call: PolicyCall, context: PolicyContext): readonly Vote[] {
  return call.effects.flatMap((effect, index): Vote[] => {
    if (!isPathEffect(effect)) return [];
    const odd = oddVote(effect, context);
    if (odd !== undefined) return [{ ...odd, effect: index }];
    const places = [...new Set([effect.path, effect.realPath].map((path) => toComparable(path)))];
    const reasons = places.flatMap((place) => reasonToAsk(effect, place, call, context) ?? []);
    const [why] = reasons.length > 0 ? reasons : otherNameReasons(effect, call, context);
    if (why === undefined) return [];
    return [{ ...VOTE, behavior: "ask", why, effect: index }];
  });
}

const VOTE = { source: "builtin", voter: "protected-paths" } as const;

// The tool looks at the present state before a person answers, so an ask would come too late for what is untouchable.
function oddVote({ path }: LocatedPathEffect, { workingDirectories }: PolicyContext): Vote | undefined {
  const odd = oddWindowsPath(path);
  if (odd === undefined) return undefined;
  if (odd.untouchable) return { ...VOTE, behavior: "deny", why: `\`${path}\` ${odd.why}` };
  // The working directory may itself be spelled with short names.
  const rests = workingDirectories.flatMap(
    (directory) => relativeInside(toComparable(path), toComparable(directory)) ?? [],
  );
  const isPlain = rests.some((rest) => oddWindowsPath(`/${rest}`) === undefined);
  return isPlain ? undefined : { ...VOTE, behavior: "ask", why: `\`${path}\` ${odd.why}` };
}

function reasonToAsk(
  effect: LocatedPathEffect,
  place: string,
  call: PolicyCall,
  context: PolicyContext,
): string | undefined {
  if (effect.kind === "read") {
    if (isProcessMemory(place, effect.tree === true))
      return `\`${place}\` shows memory, environment or open files of a process`;
    if (KERNEL_MEMORY.test(place)) return `\`${place}\` shows what the kernel holds`;
    if (isOwnSecret(place, context)) return `\`${place}\` is a secret of the runtime`;
    return mayHoldSecret(effect, place, call, context)
      ? `\`${place}\` is where the runtime keeps its secrets`
      : undefined;
  }
  const name = protectedName(place);
  if (name !== undefined) return `\`${name}\` is protected`;
  if (ownDirectoryOf(place, context) !== undefined)
    return `\`${place}\` holds configuration or records of the runtime`;
  if (effect.kind === "delete" && isCriticalRemoval(place, context))
    return `removing \`${place}\` is critical`;
  const holdsOwn = effect.tree && context.ownDirectories.some((own) => holds(place, own));
  return holdsOwn ? `\`${place}\` is a directory with configuration or records of the runtime` : undefined;
}

// Writing into a file changes it under all its names; removing one of them does not.
function otherNameReasons(
  effect: LocatedPathEffect,
  call: PolicyCall,
  context: PolicyContext,
): readonly string[] {
  const file = effect.kind === "write" && !effect.tree ? linkedFile(effect.realPath) : undefined;
  if (file === undefined) return [];
  const { workingDirectories, ownDirectories, home } = context;
  const startUpFiles = [...PROTECTED_FILES].map((name) => posix.join(home, name));
  const { names, complete } = findNames([file], [...startUpFiles, ...ownDirectories, ...workingDirectories]);
  const known = names.get(inodeKey(file)) ?? [];
  const reasons = known.flatMap((name) => reasonToAsk(effect, name, call, context) ?? []);
  if (reasons.length > 0 || complete || known.length >= file.nlink) return reasons;
  return [`\`${effect.path}\` has ${file.nlink} names, and one of them may be protected`];
}

// Compared without case everywhere: a needless question is cheap.
const comparable = (path: string): string => toComparable(path).split("/").map(foldName).join("/");

const holds = (directory: string, path: string): boolean =>
  relativeInside(comparable(path), comparable(directory)) !== undefined;

function ownDirectoryOf(
  place: string,
  { ownDirectories }: Pick<PolicyContext, "ownDirectories">,
): string | undefined {
  return ownDirectories.find((own) => {
    const rest = relativeInside(comparable(place), comparable(own));
    const isWorktree = foldName(posix.basename(own)) === ".gauntlet" && /^worktrees(\/|$)/.test(rest ?? "");
    return rest !== undefined && !isWorktree;
  });
}

const SECRET = /(^|[._-])(credentials?|secrets?|tokens?|keys?|pem)([._-]|$)/;

type Places = Pick<PolicyContext, "ownDirectories" | "resultsDirectories">;

/** Whether a path is a secret of the runtime. Searches leave such files out. */
export function isOwnSecret(place: string, context: Places): boolean {
  // Most names are none of a secret, and looking at the name is a hundred times faster than at the places.
  if (!SECRET.test(foldName(posix.basename(place)))) return false;
  if (context.resultsDirectories.some((results) => holds(results, place))) return false;
  return ownDirectoryOf(place, context) !== undefined;
}

/** Whether a secret of the runtime lies in a directory or below it now; true when there is too much to look at. */
export function holdsOwnSecret(place: string, context: Places): boolean {
  if (context.resultsDirectories.some((results) => holds(results, place))) return false;
  if (ownDirectoryOf(place, context) !== undefined) return true;
  let isFound = false;
  const complete = visitFiles(
    context.ownDirectories.filter((own) => holds(place, own)),
    (path) => {
      isFound = isOwnSecret(toComparable(path), context);
      return !isFound;
    },
  );
  return isFound || !complete;
}

// A tool that leaves out what must not be read leaves these out too; of any other, a search may show them.
function mayHoldSecret(
  { tree }: LocatedPathEffect,
  place: string,
  call: PolicyCall,
  context: PolicyContext,
): boolean {
  if (!tree || (call.tool.flags.honorsReadDenies && trustsEffects(call, context))) return false;
  if (context.resultsDirectories.some((results) => holds(results, place))) return false;
  return (
    ownDirectoryOf(place, context) !== undefined || context.ownDirectories.some((own) => holds(place, own))
  );
}

const PROCESS = "/proc/(\\d+|self|thread-self)(/task/\\d+)?";
const PROCESS_MEMORY = new RegExp(
  `^(${PROCESS}/(environ|mem|maps|smaps|smaps_rollup|pagemap|auxv|stack|fd|map_files)(/|$)|/dev/fd(/|$))`,
);
const KERNEL_MEMORY = /^(\/proc\/(kcore|kmsg|vmcore)|\/dev\/(mem|kmem|port|kmsg))$/;
const PROCESS_TREE = new RegExp(`^(/|/dev|/proc|${PROCESS}|/proc/\\d+/task)$`);

function isProcessMemory(place: string, tree: boolean): boolean {
  return PROCESS_MEMORY.test(place) || (tree && PROCESS_TREE.test(place));
}

// The root, what lies directly in it, home, the working directories, and everything above them.
function isCriticalRemoval(place: string, { cwd, home, workingDirectories }: PolicyContext): boolean {
  const depth = place.split("/").filter(Boolean).length;
  const isDriveTop = pathPlatform() === "win32" && depth === 2 && /^\/[a-z]\//.test(place);
  return depth <= 1 || isDriveTop || [cwd, home, ...workingDirectories].some((kept) => holds(place, kept));
}
