import { type Dirent, existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type SessionScope, userConfigDirectory } from "@gauntlet/core";

/** A directory in which people keep definitions. */
export interface DefinitionPlace {
  readonly directory: string;
  readonly source: "project" | "user";
}

/**
 * Where definitions of a kind are looked for, the strongest first: the project's, from the working directory up to the
 * root of its repository, and only when it is trusted; then the person's. In each, our folder before that of others.
 * @param kind name of the folder, such as `agents`.
 */
export function definitionPlaces(
  { cwd, home, isTrusted }: Pick<SessionScope, "cwd" | "home" | "isTrusted">,
  kind: string,
): readonly DefinitionPlace[] {
  const project = (isTrusted ? directoriesUp(cwd) : []).flatMap((directory) =>
    [".gauntlet", ".claude"].map((folder) => ({
      directory: join(directory, folder, kind),
      source: "project" as const,
    })),
  );
  const user = [userConfigDirectory(process.env, home), join(home, ".claude")].map((folder) => ({
    directory: join(folder, kind),
    source: "user" as const,
  }));
  return [...project, ...user];
}

/** The directory and those above it, the nearest first, up to the one with `.git`; only itself where there is none. */
export function directoriesUp(cwd: string): readonly string[] {
  const way: string[] = [];
  for (let directory = cwd; ; directory = dirname(directory)) {
    way.push(directory);
    if (existsSync(join(directory, ".git"))) return way;
    if (directory === dirname(directory)) return [cwd];
  }
}

/** The entries of a directory in the order of their names; none where there is no directory. */
export function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
