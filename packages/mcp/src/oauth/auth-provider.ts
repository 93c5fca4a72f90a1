import { randomUUID } from "node:crypto";
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { ServerConfig } from "../server-config.ts";
import { canonical } from "../tool-definition.ts";
import type { StoredLogin, TokenStore } from "./token-store.ts";

/** What a login adds to what every session does: a person who can be sent somewhere. */
export interface LoginDoor {
  /** Address on 127.0.0.1 where the answer is waited for. */
  readonly redirectUrl: string;
  /** Shows the person where to go. */
  readonly show: (url: URL) => void;
}

/** A provider of the SDK's flow, and the state its answer must carry. */
export interface AuthProvider extends OAuthClientProvider {
  readonly expectedState: string;
}

type Login = { readonly [K in keyof Omit<StoredLogin, "url">]: StoredLogin[K] | undefined };

const isSame = (one: Login, other: Login): boolean =>
  canonical([one.client, one.tokens]) === canonical([other.client, other.tokens]);

/**
 * Keeps what the SDK's flow needs. Without a login door nobody is sent anywhere: what is stored is used and renewed, and
 * when that does not do, the server is one that wants a login.
 */
export function createAuthProvider(
  server: ServerConfig,
  store: TokenStore,
  { login = {}, door }: { readonly login?: Omit<StoredLogin, "url">; readonly door?: LoginDoor },
): AuthProvider {
  let { client, tokens } = login;
  let verifier = "";
  const expectedState = randomUUID();
  const save = (): Promise<void> =>
    store.write(server, { ...(client && { client }), ...(tokens && { tokens }) });
  // What one authorization server gave is not shown to another.
  const isOf = (context: OAuthClientInformationContext | undefined, issuer: string | undefined): boolean =>
    context === undefined || issuer === undefined || issuer === context.issuer;
  return {
    expectedState,
    get redirectUrl() {
      return door?.redirectUrl ?? "http://127.0.0.1/callback";
    },
    get clientMetadata(): OAuthClientMetadata {
      return {
        client_name: "Gauntlet",
        redirect_uris: [door?.redirectUrl ?? "http://127.0.0.1/callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      };
    },
    state: () => expectedState,
    clientInformation: (context) => (isOf(context, client?.issuer) ? client : undefined),
    // Without a person there is nothing to register for.
    ...(door && {
      async saveClientInformation(information: StoredOAuthClientInformation) {
        client = information;
        await save();
      },
    }),
    tokens: (context) => (isOf(context, tokens?.issuer) ? tokens : undefined),
    async saveTokens(next: StoredOAuthTokens) {
      tokens = next;
      await save();
    },
    redirectToAuthorization: (url) => door?.show(url),
    saveCodeVerifier: (code) => {
      verifier = code;
    },
    codeVerifier: () => verifier,
    async invalidateCredentials(scope) {
      if (scope === "verifier" || scope === "discovery") return;
      // Another session may have renewed the login: its tokens took the place of ours, which are refused for that.
      const stored = await store.read(server);
      if (stored && !isSame(stored, { client, tokens })) {
        ({ client, tokens } = stored);
        return;
      }
      if (scope !== "tokens") client = undefined;
      if (scope !== "client") tokens = undefined;
      await save();
    },
  };
}
