import type { EnabledContext } from "@gauntlet/core";
import { webOptionsOf } from "../options.ts";
import { httpSearch } from "./http-search.ts";
import { modelSearch } from "./model-search.ts";
import type { SearchProvider } from "./provider.ts";
import { searchMessages as messages } from "./search-messages.ts";

/** The provider that the options name: the session's model, an endpoint of the person's own, or nobody. */
export function chooseProvider({ options, model }: Omit<EnabledContext, "profile">): SearchProvider {
  const { search } = webOptionsOf({ options });
  if (typeof search !== "string") return httpSearch(search.url);
  if (search === "none") return nobody(messages.turnedOff);
  if (model === undefined) return nobody(messages.noModel);
  const isKnown = model.serverTools.includes("web_search");
  return search === "model" || isKnown ? modelSearch : nobody(messages.modelCannotSearch(model.host));
}

const nobody = (why: string): SearchProvider => ({
  unusable: () => why,
  destination: () => undefined,
  search: () => Promise.reject(new Error(why)),
});
