import { type CallContext, completeOptions, HOST_NAME, type Static, Type } from "@gauntlet/core";
import { DEFAULT_TIMEOUT_SECONDS } from "./limits.ts";
import { PREAPPROVED_HOSTS } from "./preapproved-hosts.ts";

/** What people can set under `packs` for this pack. */
export const webOptions = Type.Object(
  {
    preapprovedHosts: Type.Array(Type.String(HOST_NAME), {
      default: [...PREAPPROVED_HOSTS],
      description:
        "Hosts that WebFetch may fetch from without being asked, written as in `WebFetch(domain:…)`. Deny and ask rules still count.",
    }),
    ports: Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), {
      default: [],
      description: "Ports that need no question of their own, beside 80, 443, 8080 and 8443.",
    }),
    summaryModel: Type.String({
      minLength: 1,
      default: "auto",
      description:
        "Model that answers from pages too long to be shown. `auto`: a small one of the session's server; `none`: nobody, the beginning is shown.",
    }),
    search: Type.Union(
      [
        Type.Literal("auto"),
        Type.Literal("model"),
        Type.Literal("none"),
        Type.Object(
          {
            url: Type.String({
              minLength: 1,
              description: "Address that answers `?q=…&format=json` as SearXNG does.",
            }),
          },
          { additionalProperties: false },
        ),
      ],
      {
        default: "auto",
        description:
          "Who searches. `auto`: the session's model, where its server is known to; `model`: the session's model in any case; `none`: nobody.",
      },
    ),
    timeoutSeconds: Type.Integer({
      minimum: 1,
      maximum: 60,
      default: DEFAULT_TIMEOUT_SECONDS,
      description: "Time one fetch may take.",
    }),
  },
  { additionalProperties: false },
);

/** The options of the pack, defaults filled in. */
export type WebOptions = Static<typeof webOptions>;

/** Reads the options of a context; where a host gives none, the defaults hold. */
export const webOptionsOf = ({ options }: Pick<CallContext, "options">): WebOptions =>
  completeOptions(webOptions, options);
