/** What stands in place of a secret. */
export const MASK = "[masked]";

/** A secret that says itself what it is: it starts with a text of its own and goes on with certain characters. */
export interface SecretForm {
  /** For counts and messages, such as `github-token`. */
  readonly name: string;
  /** Its beginnings, each of at least 3 ASCII characters. */
  readonly starts: readonly string[];
  /** Characters that may follow, as the inside of a regular expression's class. Default `\w-`. */
  readonly chars?: string;
  /** At least so many of them follow. */
  readonly min: number;
  /** At least so many dots are among them. Default 0. */
  readonly dots?: number;
  /** A digit is among them: words of programs look alike otherwise. Default false. */
  readonly hasDigit?: boolean;
}

/** Tokens of well-known services. Data: a list to read, to extend by configuration, and to test. */
export const SECRET_FORMS: readonly SecretForm[] = [
  { name: "model-api-key", starts: ["sk-"], min: 16, hasDigit: true },
  {
    name: "payment-key",
    starts: ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "pk_test_"],
    chars: "A-Za-z0-9",
    min: 16,
  },
  { name: "github-token", starts: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], chars: "A-Za-z0-9", min: 20 },
  { name: "github-token", starts: ["github_pat_"], chars: "\\w", min: 20 },
  { name: "gitlab-token", starts: ["glpat-", "gldt-", "glrt-", "glsoat-"], min: 16 },
  {
    name: "slack-token",
    starts: ["xoxa-", "xoxb-", "xoxe-", "xoxp-", "xoxr-", "xoxs-", "xapp-"],
    chars: "A-Za-z0-9-",
    min: 10,
  },
  { name: "aws-access-key", starts: ["AKIA", "ASIA"], chars: "0-9A-Z", min: 16 },
  { name: "google-api-key", starts: ["AIza"], min: 30 },
  { name: "google-token", starts: ["ya29."], min: 16 },
  { name: "npm-token", starts: ["npm_"], chars: "A-Za-z0-9", min: 30 },
  { name: "pypi-token", starts: ["pypi-"], min: 16, hasDigit: true },
  { name: "hugging-face-token", starts: ["hf_"], chars: "A-Za-z0-9", min: 20 },
  { name: "webhook-secret", starts: ["whsec_"], chars: "A-Za-z0-9+/=", min: 16 },
  { name: "digitalocean-token", starts: ["dop_v1_"], chars: "a-f0-9", min: 32 },
  { name: "sendgrid-key", starts: ["SG."], chars: "\\w.-", min: 33, dots: 1 },
  { name: "age-key", starts: ["AGE-SECRET-KEY-1"], chars: "0-9A-Z", min: 40 },
  { name: "json-web-token", starts: ["eyJ"], chars: "\\w.-", min: 18, dots: 2 },
];

/** The name under which private keys in PEM blocks count. */
export const PRIVATE_KEY = "private-key";

/** A regular expression (as text) for a form, its beginning included. It takes linear time. */
export function patternOf({ starts, chars = "\\w-", min, dots = 0, hasDigit = false }: SecretForm): string {
  const start = starts.map((text) => text.replace(/[^\w-]/g, "\\$&")).join("|");
  // Looked at ahead, once for each beginning: what is not a secret is passed over by the class alone.
  const digit = hasDigit ? `(?=[${chars}]{0,200}[0-9])` : "";
  const dotted = `(?=(?:[${chars.replace(".", "")}]{0,2000}\\.){${dots}})`;
  return `(?:${start})${digit}${dots === 0 ? "" : dotted}[${chars}]{${min},}`;
}
