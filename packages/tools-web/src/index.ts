import { definePlugin, type Plugin } from "@gauntlet/core";
import { webOptions } from "./options.ts";
import type { SearchProvider } from "./search/provider.ts";
import { createWebSearch } from "./search/web-search.ts";
import type { Summarize } from "./summarize.ts";
import { createWebFetch } from "./web-fetch.ts";
import { webSession } from "./web-session.ts";

/** Pages, as who summarizes them gets them. */
export type { Page } from "./page.ts";
/** Hosts that may be fetched from without a question, unless `preapprovedHosts` says otherwise. */
export { PREAPPROVED_HOSTS } from "./preapproved-hosts.ts";
/** The port behind which somebody searches. */
export type { SearchHit, SearchHits, SearchProvider, SearchReply, SearchRequest } from "./search/provider.ts";
/** The port behind which somebody answers from long pages. */
export type { Summarize, Summary } from "./summarize.ts";
/** For hosts that list only some of the tools: how each is made, and what they share in a session. */
export { createWebFetch, createWebSearch, webOptions, webSession };

/** What a host puts in the place of what the options would choose. */
export interface WebPackOptions {
  readonly search?: SearchProvider;
  readonly summarize?: Summarize;
}

/** Makes the web tools as one plugin, with parts of a host's own. */
export function createWebPack({ search, summarize }: WebPackOptions = {}): Plugin {
  return definePlugin({
    name: "@gauntlet/tools-web",
    options: webOptions,
    tools: [createWebFetch(summarize), createWebSearch(search)],
    resources: [webSession],
  });
}

/** The web tools as one plugin. */
export default createWebPack();
