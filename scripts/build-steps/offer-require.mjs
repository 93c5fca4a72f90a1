import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OFFER =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);\n';

/**
 * Gives `require` to the files of a bundle that speak of it: modules have none, and bundled CommonJS asks for Node's own
 * modules by it. Only to those, because making one costs each file that is loaded.
 * @param files paths below `root`
 */
export function offerRequire(root, files) {
  for (const file of files.filter((name) => name.endsWith(".js"))) {
    const path = join(root, file);
    const code = readFileSync(path, "utf8");
    if (!/\brequire\b/.test(code)) continue;
    const [firstLine] = /^(?:#!.*\n)?/.exec(code);
    writeFileSync(path, `${firstLine}${OFFER}${code.slice(firstLine.length)}`);
  }
}
