import { homedir } from "node:os";
import { ConfigError, loadConfig, pruneSessions, stateDirectory } from "@gauntlet/core";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { daysAgo } from "../retention.ts";
import { countText, sizeText } from "../session-text.ts";
import { visibleLine } from "../visible-line.ts";

/** The flags of `sessions prune`. */
export interface PruneOptions {
  readonly days?: number;
  readonly dryRun?: boolean;
}

/** `gauntlet sessions prune`: deletes what was not written for some days, in all directories. */
export async function runSessionsPrune({ days, dryRun = false }: PruneOptions): Promise<ExitCode> {
  const limit = days ?? (await configuredDays());
  const state = stateDirectory(process.env, homedir());
  const { deleted, failed } = await pruneSessions(state, daysAgo(limit), { dryRun });
  const verb = dryRun ? "would delete" : "deleted";
  for (const { id, lastAt, bytes } of deleted)
    process.stdout.write(`${verb} ${id}, written ${lastAt.slice(0, 10)}, ${bytes} bytes\n`);
  const bytes = deleted.reduce((sum, session) => sum + session.bytes, 0);
  process.stdout.write(
    `${verb} ${countText(deleted.length)} not written for ${limit} days (${sizeText(bytes)})\n`,
  );
  for (const { why } of failed) process.stderr.write(`gauntlet: ${visibleLine(why)}\n`);
  return failed.length > 0 ? EXIT.failed : EXIT.done;
}

async function configuredDays(): Promise<number> {
  const { sessions } = await loadConfig({ cwd: process.cwd(), home: homedir(), env: process.env });
  if (sessions.retentionDays) return sessions.retentionDays;
  throw new ConfigError("GNT_CONFIG_INVALID", "no number of days is configured", {
    hint: "give `--days <n>`, or set `sessions.retentionDays` in your settings",
  });
}
