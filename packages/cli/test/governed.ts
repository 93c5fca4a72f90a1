import { createPlace, type Place } from "./command.ts";

/** A call that another agent asks about. */
export interface Asked {
  readonly event?: string;
  readonly tool: string;
  readonly input: object;
  readonly cwd?: string;
  readonly mode?: string;
}

/** A project whose rules deny and ask. */
export async function createGoverned(): Promise<Place> {
  return createPlace({
    "gauntlet.config.json": JSON.stringify({
      permissions: {
        deny: ["Read(secret/**)", "WebFetch(domain:evil.example)", "mcp__db__drop", "Agent(deployer)"],
        ask: ["Bash(git push *)"],
      },
    }),
    "a.txt": "alpha\n",
    "secret/key.txt": "k\n",
    "sub/b.txt": "beta\n",
  });
}
