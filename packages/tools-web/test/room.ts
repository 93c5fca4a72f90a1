import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Gauntlet, type GauntletOptions, type Plugin, type Session, type SettledCall } from "@gauntlet/core";
import { onTestFinished } from "vitest";
import webTools from "../src/index.ts";

/** A session with the web tools in a scratch directory. */
export interface Room {
  readonly session: Session;
  readonly root: string;
  /** Fetches, and gives what the model reads. */
  fetch(url: string, prompt?: string): Promise<Answer>;
}

export interface Answer {
  readonly outcome: SettledCall["outcome"];
  readonly text: string;
  readonly settled: SettledCall;
}

/** Opens a room where every question is answered yes; it is gone after the test. */
export async function openRoom(
  options: Partial<GauntletOptions> & { readonly plugin?: Plugin; readonly others?: readonly Plugin[] } = {},
): Promise<Room> {
  const { plugin = webTools, others = [], ...given } = options;
  const root = await realpath(await mkdtemp(join(tmpdir(), "gauntlet-web-")));
  const session = await new Gauntlet({
    plugins: [plugin, ...others],
    cwd: root,
    home: root,
    stateDirectory: join(root, "state"),
    answerers: [{ name: "yes", answer: async () => ({ behavior: "allow" }) }],
    ...given,
  }).session();
  onTestFinished(async () => {
    await session.close();
    await rm(root, { recursive: true, force: true });
  });
  return {
    session,
    root,
    async fetch(url, prompt = "What does it say?") {
      const [settled] = await session.call([{ tool: "WebFetch", input: { url, prompt } }]);
      if (settled === undefined) throw new Error("no answer");
      return { outcome: settled.outcome, text: textOf(settled), settled };
    },
  };
}

const textOf = ({ block: { content } }: SettledCall): string =>
  typeof content === "string"
    ? content
    : content.map((part) => (part.type === "text" ? part.text : `[${part.type}]`)).join("\n");
