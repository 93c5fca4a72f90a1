import { definePlugin } from "@gauntlet/core";
import { webOptions } from "./options.ts";
import { webFetch } from "./web-fetch.ts";
import { webSession } from "./web-session.ts";

/** Hosts that may be fetched from without a question, unless `preapprovedHosts` says otherwise. */
export { PREAPPROVED_HOSTS } from "./preapproved-hosts.ts";
/** The tool itself, for hosts that list only some tools, and what it keeps in a session. */
export { webFetch, webOptions, webSession };

/** The web tools as one plugin. */
export default definePlugin({
  name: "@gauntlet/tools-web",
  options: webOptions,
  tools: [webFetch],
  resources: [webSession],
});
