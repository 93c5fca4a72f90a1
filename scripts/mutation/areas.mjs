import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";

// What is changed (files, or directories with all below), and the tests that must notice. Relative to the package.
// Tests that take minutes when they run once for each change are left out. `--tries` gives up on none of those in `near`.
const SLOW = ["test/**/*promises.test.ts"];

export const AREAS = {
  policy: {
    package: "core",
    sources: ["src/policy"],
    // Exist for tests only; releases do not have them.
    except: ["src/policy/test-switches.ts", "src/policy/test-switches-execute.ts"],
    near: "test/policy/",
    tests: ["test/{policy,security}/**/*.test.ts", "test/{moving,explain}.test.ts"],
    without: SLOW,
  },
  stages: {
    package: "core",
    sources: ["src/stages"],
    // No `near`: each test goes through every stage.
    tests: ["test/{stages,pool,schedule,command-hooks,results}/**/*.test.ts", "test/*.test.ts"],
    without: [...SLOW, "test/{architecture,messages}.test.ts"],
  },
  transcript: {
    package: "core",
    sources: ["src/transcript"],
    near: "test/transcript/",
    tests: ["test/transcript/**/*.test.ts", "test/history.test.ts"],
    without: SLOW,
  },
  shell: {
    package: "tools-shell",
    sources: ["src/analyze"],
    near: "test/analyze/",
    tests: ["test/analyze/**/*.test.ts"],
    without: [...SLOW, "test/analyze/{fuzz,differential,second-opinion}.test.ts"],
  },
  files: {
    package: "tools-fs",
    sources: ["src/edit", "src/file", "src/notebook", "src/read", "src/replace", "src/search", "src/text"],
    tests: ["test/**/*.test.ts"],
    // These run the tools in a process of their own, where no change can be switched on.
    without: [...SLOW, "test/crash/**", "test/{claims,denied-search}.test.ts"],
  },
};

/** The files of an area, or with `only` those of these names (separated by commas). Relative to the root. */
export function sourcesOf(root, { package: name, sources, except = [] }, only) {
  const wanted = only === "" ? undefined : only.split(",");
  return sources
    .flatMap((path) => filesAt(root, `packages/${name}/${path}`))
    .filter((file) => !except.some((path) => file === `packages/${name}/${path}`))
    .filter((file) => wanted?.includes(basename(file)) ?? true);
}

function filesAt(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${path}/${name}`)
    .sort();
}
