import { statSync } from "node:fs";
import { join } from "node:path";

/** Where programs keep secrets, below the home directory. */
const SECRET_PLACES = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".config/gcloud",
  ".config/gh",
  ".config/hub",
  ".config/op",
  ".config/google-chrome",
  ".config/chromium",
  ".mozilla",
  ".password-store",
  ".local/share/keyrings",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".git-credentials",
  ".vault-token",
  ".terraform.d",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".bash_history",
  ".zsh_history",
];

/** A place that is empty inside the sandbox. */
export interface HiddenPlace {
  readonly path: string;
  readonly isDirectory: boolean;
}

/** The places with secrets that exist here, and those people name. */
export function hiddenPlaces(home: string, more: readonly string[]): readonly HiddenPlace[] {
  return [...SECRET_PLACES.map((name) => join(home, name)), ...more].flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ path, isDirectory: found.isDirectory() }];
  });
}
