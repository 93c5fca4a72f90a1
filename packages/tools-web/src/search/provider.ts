import type { CallContext, EnabledContext, ExecuteContext } from "@gauntlet/core";

/** What is searched for. At most one of the two lists is there; names of domains mean their subdomains as well. */
export interface SearchRequest {
  readonly query: string;
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
}

/** A page that was found. */
export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet?: string;
}

/** What came of a search: the pages of each search that was made, and what the provider says to them. */
export interface SearchReply {
  readonly results: readonly (SearchHits | string)[];
  /** Searches that were made. */
  readonly searches: number;
  /** What went wrong on the way, in sentences for the model. */
  readonly notes: readonly string[];
}

/** The pages of one search. */
export interface SearchHits {
  readonly tool_use_id: string;
  readonly content: readonly SearchHit[];
}

/** Someone who searches the web. */
export interface SearchProvider {
  /** Why it cannot be used in a session, for people; undefined when it can. */
  unusable(ctx: Omit<EnabledContext, "profile">): string | undefined;
  /** The host that a search contacts; undefined when it cannot be told. */
  destination(ctx: CallContext): { readonly host: string; readonly port?: number } | undefined;
  /** Searches. Domains are filtered by the caller once more. @throws Error in words for the model. */
  search(request: SearchRequest, ctx: ExecuteContext): Promise<SearchReply>;
}
