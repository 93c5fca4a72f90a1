import { basename, dirname } from "node:path";
import { checkConfig } from "./check-config.ts";
import { createLayer, type Layer } from "./layer.ts";
import { runConfigModule } from "./load-module.ts";
import { severalFiles } from "./load-settings.ts";
import { locateInText } from "./located-value.ts";
import {
  type ProjectFile,
  parseProjectFile,
  projectDirectories,
  projectFilesIn,
  projectRoot,
} from "./project-files.ts";
import { quoted } from "./quoted.ts";
import { restrictToTightening } from "./restrict.ts";
import type { TrustStatus, TrustStore } from "./trust.ts";

/** The project's configuration, with what people must be told about it. */
export interface ProjectConfig {
  /** Absolute root of the repository, else the working directory. */
  readonly root: string;
  /** Undefined when there is none, or when it is code and may not run. */
  readonly layer?: Layer;
  /** Configuration files that were found, also those that were not loaded. */
  readonly files: readonly string[];
  readonly notices: readonly string[];
  /** False when something of the project was left out for want of trust. */
  readonly trusted: boolean;
}

/**
 * Looks for the project's configuration from the working directory up to the root of its repository; the nearest
 * one counts. Without trust, code is not run, and of data only deny and ask rules count.
 * @param place.cwd real path.
 * @throws GNT_CONFIG_READ, GNT_CONFIG_INVALID, GNT_CONFIG_UNKNOWN_KEY.
 */
export async function loadProjectConfig(place: {
  readonly cwd: string;
  readonly trust: TrustStore;
}): Promise<ProjectConfig> {
  const root = await projectRoot(place.cwd);
  const [nearest, ...farther] = await candidates(place.cwd, root);
  if (nearest === undefined) return { root, files: [], notices: [], trusted: true };
  const status = await place.trust.status(dirname(nearest.file));
  const { layer, notices } = status.trusted
    ? { layer: await loadTrusted(nearest), notices: [] }
    : await loadUntrusted(nearest, status);
  return {
    root,
    ...(layer === undefined ? {} : { layer }),
    files: [nearest, ...farther].map(({ file }) => file),
    notices: [...notices, ...farther.map((other) => shadowed(other, nearest))],
    trusted: status.trusted,
  };
}

/** Something that does not count, and the directory whose trust would change that. */
export interface Ignored {
  readonly file: string;
  readonly dir: string;
  readonly what: string;
}

/** Says why parts of a configuration do not count, and what to do. */
export function untrustedNotice({ file, dir, what }: Ignored, { changed }: TrustStatus): string {
  const names = changed.map((path) => quoted(basename(path))).join(", ");
  const why = names === "" ? `${quoted(dir)} is not trusted` : `${names} changed since it was trusted`;
  return `${what} in ${quoted(file)} does not count: ${why}; run ${quoted(`gauntlet trust ${dir}`)}`;
}

async function candidates(cwd: string, root: string): Promise<readonly ProjectFile[]> {
  const found: ProjectFile[] = [];
  for (const dir of projectDirectories(cwd, root)) {
    const files = await projectFilesIn(dir);
    if (files.length > 1)
      throw severalFiles(
        dir,
        files.map(({ file }) => basename(file)),
      );
    found.push(...files);
  }
  return found;
}

async function loadTrusted(found: ProjectFile): Promise<Layer> {
  const { file, text, kind } = found;
  const isCode = kind === "code";
  const { value, placeOf } = isCode
    ? { value: await runConfigModule(file, text), placeOf: locateInText(text) }
    : await parseProjectFile(found);
  // Lines of keys in code are a guess, so messages about them name the file only.
  const config = checkConfig(value, isCode ? { file } : { file, placeOf });
  return createLayer({ source: "project", file, anchor: dirname(file), config, placeOf });
}

async function loadUntrusted(
  found: ProjectFile,
  status: TrustStatus,
): Promise<{ layer?: Layer; notices: string[] }> {
  const { file, kind } = found;
  const dir = dirname(file);
  if (kind === "code") return { notices: [untrustedNotice({ file, dir, what: "the code" }, status)] };
  const { value, placeOf } = await parseProjectFile(found);
  const { config, ignored } = restrictToTightening(checkConfig(value, { file, placeOf }));
  const layer = createLayer({ source: "project", file, anchor: dir, config, placeOf });
  const what = ignored.map((key) => `\`${key}\``).join(", ");
  return { layer, notices: ignored.length === 0 ? [] : [untrustedNotice({ file, dir, what }, status)] };
}

function shadowed(other: ProjectFile, nearest: ProjectFile): string {
  return `${quoted(other.file)} does not count: ${quoted(nearest.file)} is nearer to the working directory`;
}
