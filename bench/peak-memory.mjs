// Preloaded into a measured process: leaves its peak resident set (KiB) behind.
import { writeFileSync } from "node:fs";

process.once("exit", () =>
  writeFileSync(process.env.BENCH_PEAK_FILE, String(process.resourceUsage().maxRSS)),
);
