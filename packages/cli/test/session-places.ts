import { mkdir, readdir, realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { type Place, run, serve, start } from "./command.ts";

export const say = (text: string) => ({ blocks: [{ type: "text", text }] });
export const use = (name: string, input: object) => ({ blocks: [{ type: "tool_use", name, input }] });

/** Runs a prompt and gives the id of its session. */
export async function prompted(
  place: Place,
  prompt: string,
  turns: Parameters<typeof serve>[0] = [say("done")],
): Promise<string> {
  const before = await journals(place);
  const { env } = await serve(turns);
  expect((await run(place, ["-p", prompt], { env })).code).toBe(0);
  const [journal = ""] = (await journals(place)).filter((path) => !before.includes(path));
  return dirname(journal).split("/").at(-1) ?? "";
}

/** Paths of all journals. */
export async function journals(place: Place): Promise<readonly string[]> {
  const sessions = join(place.root, "state", "sessions");
  const names = await readdir(sessions, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith("journal.jsonl")).map((name) => join(sessions, name));
}

export const journalOf = async (place: Place, id: string): Promise<string> =>
  (await journals(place)).find((path) => path.includes(id)) ?? "";

/** The same home, and another working directory. */
export async function beside(place: Place): Promise<Place> {
  const cwd = join(place.root, "elsewhere");
  await mkdir(cwd, { recursive: true });
  return { ...place, cwd: await realpath(cwd) };
}

/** A process that is in the middle of a prompt. */
export async function working(place: Place) {
  const { env } = await serve([use("Bash", { command: "sleep 30" })]);
  const child = start(place, ["-p", "wait", "--allow", "Bash(sleep 30)"], env);
  child.stdin.end();
  await new Promise<void>((resolve) => {
    let stderr = "";
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
      if (stderr.includes("allowed")) resolve();
    });
  });
  return child;
}

/** Tells whether a text could steer a terminal. */
export const movesCursor = (text: string): boolean =>
  ["\u001b", "\u009b", "\u202e", "\r"].some((char) => text.includes(char));
