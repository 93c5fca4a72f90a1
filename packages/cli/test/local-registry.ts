import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Version ranges by package name. */
export type DependencyGroup = Readonly<Record<string, string>>;

/** The parts of a `package.json` that a registry and an installer look at. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: DependencyGroup;
  readonly devDependencies?: DependencyGroup;
  readonly optionalDependencies?: DependencyGroup;
  readonly peerDependencies?: DependencyGroup;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A package as it was published. */
export interface Published {
  readonly manifest: Manifest;
  readonly tarball: Buffer;
}

/** A running registry. */
export interface LocalRegistry {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves packages to npm on 127.0.0.1: a packument a name, a tarball a version, and nothing else. */
export async function startLocalRegistry(packages: readonly Published[]): Promise<LocalRegistry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://127.0.0.1").pathname).slice(1);
    const tarball = packages.find(({ manifest }) => tarballPath(manifest) === path)?.tarball;
    const versions = packages.filter(({ manifest }) => manifest.name === path);
    if (request.method === "GET" && tarball) return void response.end(tarball);
    if (request.method === "GET" && versions.length > 0)
      return sendJson(response, 200, packument(versions, url()));
    return sendJson(response, 404, { error: `\`${path}\` is not here` });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function packument(versions: readonly Published[], url: string): object {
  const entries = versions.map(({ manifest, tarball }) => {
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const dist = { tarball: `${url}/${tarballPath(manifest)}`, integrity };
    return [manifest.version, { ...manifest, dist }] as const;
  });
  const [latest] = entries.at(-1) ?? [];
  return { name: versions[0]?.manifest.name, "dist-tags": { latest }, versions: Object.fromEntries(entries) };
}

const tarballPath = ({ name, version }: Manifest): string => `${name}/-/${version}.tgz`;

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
