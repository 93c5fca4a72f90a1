import { build } from "esbuild";

/** Bundles a script of the tests with the sources it imports, so that a bare node runs it, and starts fast. */
export async function bundleChild(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["gauntlet-source"],
    external: ["@anthropic-ai/sdk", "jiti"],
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
}
