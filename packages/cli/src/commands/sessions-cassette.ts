import { maskSecrets } from "@gauntlet/core";
import { cutCassette, parseCassette } from "@gauntlet/testing";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { readSession } from "../read-session.ts";
import { visibleJson } from "../visible-json.ts";
import { visibleLine } from "../visible-line.ts";
import { writeOut } from "../write-out.ts";

/** The flags of `sessions cassette`. */
export interface CassetteOptions {
  readonly name?: string;
  readonly out?: string;
}

/** `gauntlet sessions cassette`: what the model of a session said, as a recording that plays without it. */
export async function runSessionsCassette(id: string, { name, out }: CassetteOptions): Promise<ExitCode> {
  const { entries } = await readSession(id);
  const { value, masked } = maskSecrets(cutCassette(entries, name === undefined ? {} : { name }));
  const text = `${visibleJson(value, 2)}\n`;
  parseCassette(text);
  if (masked.length > 0)
    process.stderr.write(
      `gauntlet: what looks like a secret is masked in ${masked.length} places: ${visibleLine(masked.slice(0, 5).join(" "))}\n`,
    );
  await writeOut(text, out);
  return EXIT.done;
}
