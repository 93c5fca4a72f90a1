import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { area, workers, work } = JSON.parse(process.env["GAUNTLET_MUTATION"] ?? "{}");
const sources: Record<string, string> = JSON.parse(readFileSync(`${work}/sources.json`, "utf8"));
const conditions = ["gauntlet-source", ...defaultServerConditions.filter((one) => one !== "module")];

export default defineConfig({
  root: `${root}packages/${area.package}`,
  plugins: [{ name: "changed-sources", enforce: "pre", load: (id) => sources[id] ?? null }],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    environment: "node",
    pool: "forks",
    // A change that makes a loop without end is noticed the sooner.
    execArgv: ["--max-old-space-size=1024"],
    maxWorkers: workers,
    restoreMocks: true,
    testTimeout: 120_000,
    runner: `${root}scripts/mutation/runner.mjs`,
    include: area.tests,
    exclude: area.without,
  },
});
