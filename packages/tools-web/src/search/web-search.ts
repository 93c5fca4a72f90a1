import { defineTool, type EnabledContext, Type } from "@gauntlet/core";
import { webSession } from "../web-session.ts";
import { chooseProvider } from "./choose-provider.ts";
import { isWanted, readDomains } from "./domains.ts";
import type { SearchHits, SearchProvider, SearchRequest } from "./provider.ts";
import { searchMessages as messages } from "./search-messages.ts";

/** Searches that one session may make. */
export const MAX_SESSION_SEARCHES = 200;
const CALL_TIMEOUT_MS = 240_000;

/** What a search came to, in the shape that hooks know. */
export interface WebSearchOutput {
  readonly query: string;
  readonly results: readonly (SearchHits | string)[];
  readonly durationSeconds: number;
  readonly searchCount: number;
  /** Where it comes from, and when. */
  readonly provenance: { readonly host: string; readonly fetchedAt: string };
  readonly notes: readonly string[];
}

interface Input {
  readonly query: string;
  readonly allowed_domains?: readonly string[];
  readonly blocked_domains?: readonly string[];
}

/** Makes the tool that searches the web. @param given who searches; default: whom the options of the pack name. */
export function createWebSearch(given?: SearchProvider) {
  const providerOf = (ctx: Omit<EnabledContext, "profile">): SearchProvider => given ?? chooseProvider(ctx);
  return defineTool({
    name: "WebSearch",
    description: messages.description,
    input: Type.Object(
      {
        query: Type.String({ minLength: 1, maxLength: 1_000, description: messages.queryInput }),
        allowed_domains: Type.Optional(
          Type.Array(Type.String({ maxLength: 255 }), { maxItems: 50, description: messages.allowedInput }),
        ),
        blocked_domains: Type.Optional(
          Type.Array(Type.String({ maxLength: 255 }), { maxItems: 50, description: messages.blockedInput }),
        ),
      },
      { additionalProperties: false },
    ),

    isReadOnly: true,
    isConcurrencySafe: true,
    isEnabled: (ctx) => providerOf(ctx).unusable(ctx) ?? true,
    timeoutMs: CALL_TIMEOUT_MS,

    effectKinds: ["connect", "unknown"],
    effects(_, ctx) {
      const destination = providerOf(ctx).destination(ctx);
      return destination && [{ kind: "connect", ...destination }];
    },
    validateInput: objectionTo,
    describeCall: ({ query }) => `search the web for ${query}`,

    async execute(input, ctx): Promise<WebSearchOutput> {
      const session = ctx.resource(webSession);
      if (session.searches.made >= MAX_SESSION_SEARCHES)
        throw new Error(messages.sessionLimit(MAX_SESSION_SEARCHES));
      const startedAt = performance.now();
      const request = requestOf(input);
      // Counted before it is known how many it takes, so that calls side by side do not pass together.
      session.searches.made += 1;
      const { results, searches, notes } = await providerOf(ctx).search(request, ctx);
      session.searches.made += Math.max(0, searches - 1);
      return {
        query: input.query,
        ...wanted(results, request, notes),
        durationSeconds: Math.round((performance.now() - startedAt) / 100) / 10,
        searchCount: searches,
        provenance: {
          host: providerOf(ctx).destination(ctx)?.host ?? "the session's model",
          fetchedAt: new Date().toISOString(),
        },
      };
    },

    toModel: inWords,
    toPerson({ outcome, output, text }) {
      if (outcome !== "succeeded") return text;
      const { query, results } = output as WebSearchOutput;
      return messages.found(query, hitsIn(results).length);
    },
  });
}

/** Domains are compared in one form; an empty list is none. */
function requestOf({ query, allowed_domains, blocked_domains }: Input): SearchRequest {
  const [allowedDomains, blockedDomains] = [allowed_domains, blocked_domains].map((names) =>
    names === undefined || names.length === 0 ? undefined : readDomains(names),
  );
  return {
    query: query.trim(),
    ...(allowedDomains && { allowedDomains }),
    ...(blockedDomains && { blockedDomains }),
  };
}

function objectionTo(input: Input): string | undefined {
  if (input.query.trim() === "") return messages.blankQuery;
  try {
    const { allowedDomains, blockedDomains } = requestOf(input);
    return allowedDomains && blockedDomains ? messages.bothLists : undefined;
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

/** Each page once, and only those that were asked for. */
function wanted(
  results: WebSearchOutput["results"],
  request: SearchRequest,
  notes: readonly string[],
): Pick<WebSearchOutput, "results" | "notes"> {
  const seen = new Set<string>();
  let dropped = 0;
  const kept = results.map((one) => {
    if (typeof one === "string") return one;
    const content = one.content.filter((hit) => {
      const isGood = isWanted(hit, request);
      if (!isGood) dropped += 1;
      const isNew = isGood && !seen.has(hit.url);
      seen.add(hit.url);
      return isNew;
    });
    return { ...one, content };
  });
  return { results: kept, notes: dropped === 0 ? notes : [...notes, messages.filtered(dropped)] };
}

const hitsIn = (results: WebSearchOutput["results"]) =>
  results.flatMap((one) => (typeof one === "string" ? [] : one.content));

function inWords({ query, results, notes, provenance }: WebSearchOutput): string {
  const hits = hitsIn(results);
  const said = results.filter((one) => typeof one === "string");
  const pages = hits.map(
    ({ title, url, snippet }, i) =>
      `${i + 1}. ${title}\n   ${url}${snippet === undefined ? "" : `\n   ${snippet}`}`,
  );
  return [
    messages.label(provenance.host, provenance.fetchedAt),
    [messages.found(query, hits.length), ...pages].join("\n"),
    ...(notes.length > 0 ? [notes.join(" ")] : []),
    ...(said.length > 0 ? [`${messages.said}\n${said.join("\n")}`] : []),
  ].join("\n\n");
}
