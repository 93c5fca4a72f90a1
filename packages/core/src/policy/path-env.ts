import { isCaseInsensitive, isUnicodeNormalizing } from "./case-sensitivity.ts";
import type { PathEnv } from "./match-path.ts";
import { realPathOrSelf } from "./real-path.ts";

/**
 * What the paths of rules mean in a place: its file system is asked, and links are followed.
 * @param cwd absolute, as `home` is.
 */
export const pathEnvOf = (cwd: string, home: string): PathEnv => ({
  cwd,
  home,
  caseInsensitive: isCaseInsensitive(cwd),
  unicodeNormalizing: isUnicodeNormalizing(),
  realPathOf: realPathOrSelf,
});
