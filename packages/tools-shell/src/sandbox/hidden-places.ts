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

/** Services that do things in the caller's name: a way out, whatever the network is. */
const SERVICE_PLACES = [
  "/run/docker.sock",
  "/run/docker",
  "/run/podman",
  "/run/containerd",
  "/run/crio",
  "/run/lxd",
  "/run/libvirt",
  "/run/snapd.sock",
  "/run/dbus",
  "/run/user",
  "/run/systemd/private",
];
/** Variables that name such services of the session. */
const SERVICE_VARIABLES = ["SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS", "DOCKER_HOST", "CONTAINER_HOST"];

/** A place that is empty inside the sandbox. */
export interface HiddenPlace {
  readonly path: string;
  readonly isDirectory: boolean;
}

/** The places with secrets and the services that exist here, and those people name. */
export function hiddenPlaces(home: string, more: readonly string[]): readonly HiddenPlace[] {
  const services = SERVICE_VARIABLES.flatMap((name) => {
    const value = process.env[name] ?? "";
    return /(?:^|unix:(?:path=)?(?:\/\/)?)(\/[^,;]*)/.exec(value)?.[1] ?? [];
  });
  const places = [...SECRET_PLACES.map((name) => join(home, name)), ...SERVICE_PLACES, ...services, ...more];
  return [...new Set(places)].flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? [] : [{ path, isDirectory: found.isDirectory() }];
  });
}
