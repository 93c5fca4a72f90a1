import type { RunExtras } from "./run-options.ts";

/** For another look at a configuration whose notices people have been told already. */
export const quiet = (extras: RunExtras): RunExtras & { readonly quiet: true } => ({
  ...extras,
  quiet: true,
});
