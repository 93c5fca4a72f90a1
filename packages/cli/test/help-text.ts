import { vi } from "vitest";
import { main } from "../src/main.ts";

/** What `--help` of a command prints. */
export async function helpOf(path: readonly string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await main([...path, "--help"]);
  const text = write.mock.calls.map(([chunk]) => String(chunk)).join("");
  write.mockRestore();
  return text;
}

const listed = (help: string, title: string): string =>
  help.split(`\n${title}:\n`)[1]?.split(/\n\n/)[0] ?? "";

/** Long flags of a command, without the one for help. */
export const flagsIn = (help: string): readonly string[] =>
  [...listed(help, "Options").matchAll(/^ {2}(?:-\w, )?(--.+?)(?: {2}|$)/gm)]
    .flatMap(([, flags = ""]) => [...flags.matchAll(/--[\w-]+/g)].map(([flag]) => flag))
    .filter((flag) => flag !== "--help");

/** Every command, as the words it is called by; the empty one is `gauntlet` itself. */
export async function commands(path: readonly string[] = []): Promise<readonly (readonly string[])[]> {
  const names = [...listed(await helpOf(path), "Commands").matchAll(/^ {2}(\w+)/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => name !== "help");
  const found: (readonly string[])[] = [path];
  for (const name of names) found.push(...(await commands([...path, name])));
  return found;
}
