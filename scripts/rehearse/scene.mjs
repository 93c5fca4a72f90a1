import { mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** Settings of npm that reach the rehearsal; everything else of the caller's environment stays outside. */
const KEPT = /^(?:PATH|PATHEXT|SystemRoot|TMPDIR|TEMP|TMP|LANG|CI)$/i;

/**
 * A machine to rehearse on: one Node, and an environment in which nothing of this repository is to be found.
 * @param root absolute directory for all that belongs to it
 * @param node absolute path of the Node program
 */
export function createScene({ root, node, title, tarballs }) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name)));
  const home = join(root, "home");
  mkdirSync(home, { recursive: true });
  const own = {
    ...env,
    PATH: [dirname(node), ...withoutWorkspace(env.PATH ?? "")].join(delimiter),
    HOME: home,
    GAUNTLET_HOME: join(root, "state"),
    XDG_CONFIG_HOME: join(root, "config"),
    NO_COLOR: "1",
  };
  return { root, node, title, tarballs, env: own };
}

/** `npm run` puts the programs of the workspace on the path; a user's machine has none of them. */
const withoutWorkspace = (path) =>
  path.split(delimiter).filter((part) => !/[\\/]node_modules[\\/]/.test(part));
