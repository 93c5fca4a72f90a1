// What a fetch needs and its decision does not: what parses pages is heavy. One import, so that it is one file of the bundle.
export { fetchPage } from "./fetch-page.ts";
export { show } from "./show-page.ts";
export { summarizeByModel } from "./summarize.ts";
