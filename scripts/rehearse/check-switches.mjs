import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./fault.mjs";

const SWITCH = /__GAUNTLET_TEST_SWITCHES__|GAUNTLET_TEST_[A-Z]\w*/;

/**
 * What tests may change about the machine must be in no code that runs.
 * @throws Fault for the first file that reads a switch.
 */
export function expectNoTestSwitches({ directory, files, built }) {
  for (const { path } of files.filter(({ path }) => /^dist\/.*\.js$/.test(path))) {
    const found = SWITCH.exec(readFileSync(join(directory, path), "utf8"))?.[0];
    if (found)
      throw new Fault({
        found: `the switch \`${found}\`, which only tests may have`,
        where: join(built, path),
        todo: "build with `node scripts/build.mjs --release`",
      });
  }
}
