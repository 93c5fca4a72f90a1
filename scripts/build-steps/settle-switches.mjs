import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SWITCHES = "packages/core/dist/policy/test-switches.js";

/** Takes the switches that only tests need out of the compiled library, as a release of the command has none either. */
export async function settleSwitches(root) {
  const path = join(root, SWITCHES);
  const compiled = readFileSync(path, "utf8");
  if (!compiled.includes("__GAUNTLET_TEST_SWITCHES__")) return;
  const { transform } = await import("esbuild");
  const sourceMap = readFileSync(`${path}.map`).toString("base64");
  const { code, map } = await transform(
    compiled.replace(
      /\/\/# sourceMappingURL=.*/,
      `//# sourceMappingURL=data:application/json;base64,${sourceMap}`,
    ),
    {
      sourcefile: "test-switches.js",
      sourcemap: "external",
      sourcesContent: false,
      define: { __GAUNTLET_TEST_SWITCHES__: "false" },
      minifySyntax: true,
      treeShaking: true,
    },
  );
  writeFileSync(path, `${code}//# sourceMappingURL=test-switches.js.map\n`);
  writeFileSync(`${path}.map`, map);
}
