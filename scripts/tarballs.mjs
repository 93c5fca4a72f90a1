// Packs all packages as for a release, to be installed in projects outside of the clone while nothing is published.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { packPackages } from "./rehearse/pack-packages.mjs";

const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error("usage: npm run tarballs -- <directory to write to>");
  process.exit(2);
}
const into = resolve(directory);
const tarballs = await packPackages({ repository: fileURLToPath(new URL("..", import.meta.url)), into });
console.log(`packed ${tarballs.length} packages; in a project of yours:\n  npm install ${into}/*.tgz`);
