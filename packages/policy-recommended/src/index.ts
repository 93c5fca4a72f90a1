import { definePolicy } from "@gauntlet/core";
import { dangerousCommands } from "./dangerous-commands.ts";
import { gitCommands } from "./git-commands.ts";
import { metadataHosts } from "./metadata-hosts.ts";
import { pipelineFiles } from "./pipeline-files.ts";
import { releaseCommands } from "./release-commands.ts";
import { secretFiles } from "./secret-files.ts";

/** What most organizations want denied or asked about. It allows nothing, so it loosens nothing. */
export default definePolicy({
  name: "@gauntlet/policy-recommended",
  revision: "2026-11-30",
  rules: [
    ...secretFiles,
    ...pipelineFiles,
    ...dangerousCommands,
    ...gitCommands,
    ...releaseCommands,
    ...metadataHosts,
  ],
});
