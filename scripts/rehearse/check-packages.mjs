import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { expectOnlyWhatShips } from "./check-contents.mjs";
import { expectDeclaredImports } from "./check-imports.mjs";
import { expectNoTestSwitches } from "./check-switches.mjs";
import { Fault } from "./fault.mjs";
import { readTree } from "./read-tree.mjs";
import { runProgram } from "./run-program.mjs";

/** Looks at each tarball as it is: what is in it, how large it is, and whether it says so rightly. */
export async function checkPackages(report, { tarballs, into }) {
  for (const { name, tarball, directory: built } of tarballs)
    await report.step(`contents of ${name}`, async () => {
      const directory = await unpack(tarball, join(into, name));
      const files = readTree(directory);
      const manifest = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
      report.note(`${name}: ${sizesOf(tarball, files)}`);
      expectOnlyWhatShips({ directory, files, manifest, built });
      expectDeclaredImports({ directory, files, manifest, built });
      expectNoTestSwitches({ directory, files, built });
      await lint(directory, built);
    });
}

async function unpack(tarball, into) {
  mkdirSync(into, { recursive: true });
  const { code, stderr } = await runProgram("tar", ["-xzf", tarball, "-C", into], {});
  if (code !== 0)
    throw new Fault({ found: `tar: ${stderr}`, where: tarball, todo: "install the program `tar`" });
  return join(into, "package");
}

function sizesOf(tarball, files) {
  const unpacked = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const packed = readFileSync(tarball).length;
  const inKilobytes = (bytes) => `${Math.ceil(bytes / 1024)} kB`;
  return `${inKilobytes(packed)} packed, ${inKilobytes(unpacked)} unpacked, ${files.length} files`;
}

async function lint(directory, built) {
  const { messages, pkg } = await publint({ pkgDir: directory, pack: false, strict: true });
  if (messages.length === 0) return;
  const found = messages.map((message) => formatMessage(message, pkg, { color: false })).join("; ");
  throw new Fault({ found, where: built, todo: "see the rules of publint for what each of them means" });
}
